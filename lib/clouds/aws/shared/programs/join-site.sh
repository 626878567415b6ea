#!/bin/bash
# Joins a controller of the site: its identity in AWS, the files of the stack, and the programs that start and end nodes. Run as root on each
# controller, at first and after each apply; it restarts slurmctld only where an included file changed, and takes it back if that fails.
# Settings: AWS_REGION, BUCKET, PREFIX, KEY_SECRET, KEY_FILE, TRUST_ANCHOR, PROFILE, ROLE_ARN
set -euo pipefail
site=/opt/warpform/site
certificate=${WARPFORM_CERTIFICATE:-/etc/warpform/pki/controller.pem}
private_key=${WARPFORM_PRIVATE_KEY:-/etc/warpform/pki/controller.key}
helper=${WARPFORM_SIGNING_HELPER:-/usr/local/bin/aws_signing_helper}
for needed in "$certificate" "$private_key" "$helper" "$KEY_FILE" /etc/slurm/slurm.conf; do
  [ -s "$needed" ] || { echo "$needed is missing; see docs/constructs/hybrid-cluster.md" >&2; exit 1; }
done
python3 -c 'import boto3' || { echo "install python3-boto3" >&2; exit 1; }
# AWS refuses signatures, and munge credentials, of another time; both say so in words that do not name the clock.
aws_time=$(curl -sI -m 10 "https://sts.$AWS_REGION.amazonaws.com/" | tr -d '\r' | sed -n 's/^[Dd]ate: //p' || true)
if [ -n "$aws_time" ]; then
  off=$(($(date +%s) - $(date -d "$aws_time" +%s)))
  [ "${off#-}" -le 60 ] || { echo "the clock of this controller is $off seconds off AWS's; set it right with chrony, then run this again" >&2; exit 5; }
fi
install -d -m 755 /etc/warpform "$site"
install -d -o slurm -g slurm -m 755 /var/lib/warpform /var/log/warpform
cat > /etc/warpform/aws-config << CONFIG
[default]
region = $AWS_REGION
credential_process = $helper credential-process --certificate $certificate --private-key $private_key --trust-anchor-arn $TRUST_ANCHOR --profile-arn $PROFILE --role-arn $ROLE_ARN
CONFIG
export AWS_CONFIG_FILE=/etc/warpform/aws-config AWS_EC2_METADATA_DISABLED=true AWS_DEFAULT_REGION=$AWS_REGION

# Slurm starts programs without an environment: each finds its identity by itself.
for program in resume suspend resume-fail reconcile; do
  printf '#!/bin/sh\nexport AWS_CONFIG_FILE=%s AWS_EC2_METADATA_DISABLED=true\nexec /opt/warpform/slurm/%s "$@"\n' \
    "$AWS_CONFIG_FILE" "$program" > "$site/$program.new"
  chmod 755 "$site/$program.new"
  mv "$site/$program.new" "$site/$program"
done
/usr/local/sbin/slurm-files "$AWS_REGION" "$BUCKET" "$PREFIX" head

# Before anything is included: what the site's slurm.conf has that would not go with it.
checked=0
found=$("$site/check-site") || checked=$?
[ -z "$found" ] || echo "$found" >&2
if [ "$checked" -eq 3 ]; then
  echo "the site's files are as they were; change what is named above, then run this again" >&2
  exit 3
elif [ "$checked" -ne 0 ]; then
  echo "slurm.conf could not be compared with the stack: check-site ended with $checked" >&2
fi

# Nodes in AWS must have the site's key, which Terraform never sees.
/opt/warpform/setup/secret put-key "$KEY_SECRET" "$KEY_FILE"

# Names of included files must be relative, or nodes do not get them: https://slurm.schedmd.com/configless_slurm.html
# Remembered until slurmctld has taken them, since this may end before.
pending=/etc/warpform/files-pending
saved=$(mktemp -d)
for file in warpform-power.conf warpform-nodes.conf warpform-gres.conf; do
  [ ! -e "/etc/slurm/$file" ] || cp -p "/etc/slurm/$file" "$saved/"
  cmp -s "/etc/warpform/etc/$file" "/etc/slurm/$file" || touch "$pending"
  install -m 644 "/etc/warpform/etc/$file" "/etc/slurm/$file"
done
missing=''
for file in power nodes; do
  grep -Eiq "^[[:space:]]*include[[:space:]]+warpform-$file.conf" /etc/slurm/slurm.conf || missing="$missing
  Include warpform-$file.conf (in slurm.conf)"
done
grep -Eiq '^[[:space:]]*include[[:space:]]+warpform-gres.conf' /etc/slurm/gres.conf 2> /dev/null || missing="$missing
  Include warpform-gres.conf (in gres.conf)"
# Of an option that is set twice, slurmctld takes the last and complains.
while IFS='=' read -r key _; do
  ! grep -Eiq "^[[:space:]]*${key}[[:space:]]*=" /etc/slurm/slurm.conf || missing="$missing
  (remove $key from slurm.conf: warpform-power.conf sets it, and what you had there)"
done <<< "$(grep -E '^[A-Za-z]+=' /etc/slurm/warpform-power.conf)"
[ -z "$missing" ] || { echo "change /etc/slurm, then run this again:$missing" >&2; exit 3; }

answers() {
  for _ in $(seq 30); do
    ! scontrol ping 2> /dev/null | grep -q 'is UP' || return 0
    sleep 1
  done
  return 1
}
if [ -e "$pending" ]; then
  if ! systemctl restart slurmctld || ! answers; then
    echo "slurmctld does not take the new files: the old ones are put back" >&2
    for file in warpform-power.conf warpform-nodes.conf warpform-gres.conf; do
      # The first time nothing was there: an empty file is included all the same.
      if [ -e "$saved/$file" ]; then cp -p "$saved/$file" /etc/slurm/; else : > "/etc/slurm/$file"; fi
    done
    systemctl restart slurmctld || true
    exit 4
  fi
  rm -f "$pending"
fi

cat > /etc/systemd/system/warpform-reconcile.service << UNIT
[Unit]
Description=Compare Slurm's nodes with the instances in AWS
After=slurmctld.service
[Service]
Type=oneshot
User=slurm
ExecStart=$site/reconcile
UNIT
cat > /etc/systemd/system/warpform-reconcile.timer << UNIT
[Unit]
Description=Compare Slurm's nodes with the instances in AWS each minute
[Timer]
OnBootSec=2min
OnUnitInactiveSec=1min
[Install]
WantedBy=timers.target
UNIT
systemctl daemon-reload
systemctl enable --quiet --now warpform-reconcile.timer
echo "joined: sinfo shows the partitions in AWS"
