# shellcheck shell=bash
# What head, login machines and nodes have in common. Read by the set-up programs.
# Settings from /etc/warpform/machine.env and site.env:
#   AWS_REGION, BUCKET, PREFIX, ROLE, ZONE, CONTROLLERS, AUTHENTICATION, PACKAGES, KEY_SECRET, DIRECTORY, BIND_SECRET
# shellcheck source=/dev/null
. /etc/warpform/machine.env
# shellcheck source=/dev/null
. /etc/warpform/site.env
export DEBIAN_FRONTEND=noninteractive AWS_DEFAULT_REGION=$AWS_REGION

# The same ids on every machine and for ever: the state volume and shared folders know numbers only.
service_users() {
  local name id
  for name in slurm:401 munge:402 mysql:403; do
    id=${name#*:} name=${name%:*}
    getent group "$name" > /dev/null || groupadd --system --gid "$id" "$name"
    getent passwd "$name" > /dev/null ||
      useradd --system --uid "$id" --gid "$id" --home-dir /nonexistent --shell /usr/sbin/nologin "$name"
  done
  install -d -o slurm -g slurm -m 755 /var/spool/slurm /var/log/slurm /var/log/warpform /run/slurm
  printf 'd /run/slurm 0755 slurm slurm\n' > /etc/tmpfiles.d/warpform-slurm.conf
}

# Nothing starts by itself while packages are unpacked: state and keys are not there yet.
install_packages() {
  [ "$PACKAGES" = distribution ] || return 0
  systemctl mask --quiet slurmctld slurmdbd slurmd munge
  apt-get update -q
  apt-get install -yq --no-install-recommends munge "$@"
  systemctl unmask --quiet slurmctld slurmdbd slurmd munge
}

# The owner of Prometheus' data, by the same id on every head.
metrics_user() {
  getent group prometheus > /dev/null || groupadd --system --gid 404 prometheus
  getent passwd prometheus > /dev/null ||
    useradd --system --uid 404 --gid prometheus --home-dir /var/lib/prometheus --shell /usr/sbin/nologin prometheus
}

# Prometheus' packages; an image of one's own holds them already.
install_exporters() {
  [ "$PACKAGES" = distribution ] || return 0
  # Nothing starts before its settings are there.
  systemctl mask --quiet "$@"
  apt-get update -q
  apt-get install -yq --no-install-recommends "$@"
  systemctl unmask --quiet "$@"
}

# Credentials are refused by a clock that is wrong; this server is the hypervisor's.
set_clock() {
  [ -d /etc/chrony ] || return 0
  install -d /etc/chrony/sources.d
  echo 'server 169.254.169.123 prefer iburst minpoll 4 maxpoll 4' > /etc/chrony/sources.d/amazon.sources
  systemctl restart chrony || true
}

# cloud-init must not take the name away again at the next start.
set_name() {
  install -d /etc/cloud/cloud.cfg.d
  echo 'preserve_hostname: true' > /etc/cloud/cloud.cfg.d/99-warpform.cfg
  hostnamectl set-hostname "$1"
}

# Short names of head and nodes, and the _slurmctld._tcp record, are found in the private zone.
search_zone() {
  install -d /etc/systemd/resolved.conf.d
  printf '[Resolve]\nDomains=%s\n' "$ZONE" > /etc/systemd/resolved.conf.d/warpform.conf
  systemctl restart systemd-resolved
}

# Puts the key that all daemons share where they look for it. The head makes it once, the others wait for it.
install_key() {
  local verb=get
  [ "$ROLE" != head ] || verb=ensure-key
  if [ "$AUTHENTICATION" = slurm ]; then
    install -d -m 755 /etc/slurm
    /opt/warpform/setup/secret "$verb" "$KEY_SECRET" /etc/slurm/slurm.key slurm 600
  else
    install -d -o munge -g munge -m 700 /etc/munge
    /opt/warpform/setup/secret "$verb" "$KEY_SECRET" /etc/munge/munge.key munge 400
    install -d -o munge -g munge -m 711 /var/lib/munge
    install -d -o munge -g munge -m 700 /var/log/munge
    systemctl enable munge
    systemctl restart munge
  fi
}

# Users of a directory, looked up by sssd. Homes are made at the first log-in, on a head or login machine.
join_directory() {
  [ "$DIRECTORY" = yes ] || return 0
  [ "$PACKAGES" != distribution ] || apt-get install -yq --no-install-recommends sssd-ldap libnss-sss libpam-sss sssd-tools
  install -d -m 700 /etc/sssd
  if [ -n "$BIND_SECRET" ]; then
    /opt/warpform/setup/secret get "$BIND_SECRET" /etc/sssd/bind-password root 400
    /opt/warpform/setup/secret fill @BIND_PASSWORD@ /etc/sssd/bind-password /etc/warpform/sssd.conf /etc/sssd/sssd.conf root 600
  else
    install -m 600 /etc/warpform/sssd.conf /etc/sssd/sssd.conf
  fi
  [ "$ROLE" = node ] || pam-auth-update --enable mkhomedir
  systemctl enable sssd
  systemctl restart sssd
}

# Closes the metadata service, and with it the role of this machine, to all but the given users: whoever holds the role can
# read the key by which daemons trust one another.
guard_metadata() {
  local user
  {
    echo '#!/bin/bash'
    echo 'iptables -N warpform-metadata 2> /dev/null || iptables -F warpform-metadata'
    for user in "$@"; do echo "iptables -A warpform-metadata -m owner --uid-owner $user -j RETURN"; done
    echo 'iptables -A warpform-metadata -j REJECT'
    echo 'iptables -C OUTPUT -d 169.254.169.254 -j warpform-metadata 2> /dev/null || iptables -I OUTPUT -d 169.254.169.254 -j warpform-metadata'
  } > /usr/local/sbin/guard-metadata
  chmod 755 /usr/local/sbin/guard-metadata
  printf '[Unit]\nDescription=Close the metadata service to users\nAfter=network-pre.target\n[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/usr/local/sbin/guard-metadata\n[Install]\nWantedBy=multi-user.target\n' \
    > /etc/systemd/system/guard-metadata.service
  systemctl daemon-reload
  systemctl enable guard-metadata
  systemctl restart guard-metadata
}
