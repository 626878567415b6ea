#!/bin/bash
# Runs in a node's namespaces: boots it as user data would, with a name that stands for the head's answer, and prints what became of it.
set -euo pipefail
printf '#!/bin/sh\necho h100-dy-3\n' > /mnt/fake-aws/own-name
chmod 755 /mnt/fake-aws/own-name
sed 's#^ExecStart=/opt/warpform/setup/#ExecStart=cp /mnt/fake-aws/own-name /opt/warpform/slurm/own-name\n&#' "$1" > /mnt/fake-aws/node-bootstrap.sh
# The metadata service is not there; it answers with this address.
printf '#!/bin/sh\necho 10.77.0.10\n' > /usr/local/bin/curl
chmod 755 /usr/local/bin/curl
PATH=/usr/local/bin:$PATH
# As openssh-server and libpam-systemd have them
printf '@include common-auth\naccount required pam_nologin.so\n@include common-account\n@include common-session\n' > /etc/pam.d/sshd
printf 'session required pam_unix.so\nsession optional pam_systemd.so\n' > /etc/pam.d/common-session
bash /mnt/fake-aws/node-bootstrap.sh > /mnt/fake-aws/node-boot.log 2>&1 || { cat /mnt/fake-aws/node-boot.log >&2; exit 1; }
show() { printf '%s\t%s\n' "$1" "$2"; }
show hostname "$(hostname)"
show key "$(stat -c '%U %a %s' /etc/munge/munge.key)"
show credential "$(munge -n | unmunge | sed -n 's/^STATUS: *//p')"
show slurmd "$(grep -c '^ConditionPathExists=$' /etc/systemd/system/slurmd.service.d/warpform.conf) $(grep -c ^ExecStart /etc/systemd/system/slurmd.service.d/warpform.conf) $(cat /etc/warpform/slurmd.env)"
show own "$(grep -E '[[:space:]]h100-dy-3$' /etc/hosts)"
show guarded "$(sed -n 's/^iptables -A warpform-metadata //p' /usr/local/sbin/guard-metadata | tr '\n' ';')"
show ssh "$(awk '$1 == "account" { print $2, $3, $4 }' /etc/pam.d/sshd | tr '\n' ';')"
show session "$(grep -v '^#' /etc/pam.d/common-session)"
show administrators "$(grep -c -x root /etc/warpform/node-administrators) $(cat /etc/ssh/sshd_config.d/80-warpform-pam.conf)"
show ids "$(id -u slurm) $(id -u ada)"
show home "$([ -e /home/ada ] && echo made || echo none)"
show configuration "$(ls /etc/slurm 2> /dev/null | wc -l)"
show started "$(grep -c '^restart slurmd$' /mnt/fake-aws/systemctl.log)"
show efa "$(grep '^efa' /var/lib/warpform-metrics/efa.prom | tr '\n' ';') $(grep -c '^enable --now warpform-efa-metrics.timer$' /mnt/fake-aws/systemctl.log)"
if command -v prometheus-node-exporter > /dev/null; then
  for _ in $(seq 100); do /usr/bin/curl -fs 127.0.0.1:9100/metrics > /mnt/fake-aws/metrics.txt && break; sleep 0.1; done
  show exported "$(grep '^efa' /mnt/fake-aws/metrics.txt | tr '\n' ';')"
fi
