#!/bin/bash
# Runs in a node's namespaces: boots it as user data would, with a name that stands for the head's answer, and prints what became of it.
set -euo pipefail
sed 's#^exec .*#printf "\#!/bin/sh\\necho h100-dy-3\\n" > /opt/warpform/slurm/own-name; chmod 755 /opt/warpform/slurm/own-name\n&#' "$1" > /mnt/fake-aws/node-bootstrap.sh
bash /mnt/fake-aws/node-bootstrap.sh > /mnt/fake-aws/node-boot.log 2>&1 || { cat /mnt/fake-aws/node-boot.log >&2; exit 1; }
show() { printf '%s\t%s\n' "$1" "$2"; }
show hostname "$(hostname)"
show key "$(stat -c '%U %a %s' /etc/munge/munge.key)"
show credential "$(munge -n | unmunge | sed -n 's/^STATUS: *//p')"
show slurmd "$(grep -c '^ConditionPathExists=$' /etc/systemd/system/slurmd.service.d/warpform.conf) $(sed -n 's/^ExecStart=\(.\+\)/\1/p' /etc/systemd/system/slurmd.service.d/warpform.conf)"
show guarded "$(sed -n 's/^iptables -A warpform-metadata //p' /usr/local/sbin/guard-metadata | tr '\n' ';')"
show ids "$(id -u slurm) $(id -u ada)"
show home "$([ -e /home/ada ] && echo made || echo none)"
show configuration "$(ls /etc/slurm 2> /dev/null | wc -l)"
show started "$(grep -c '^restart slurmd$' /mnt/fake-aws/systemctl.log)"
