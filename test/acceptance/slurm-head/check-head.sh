#!/bin/bash
# Runs in a head's namespaces: boots it as user data would, then prints what the checks ask for. $1: the bootstrap program
set -euo pipefail
# Where the site's folder is gone from under its mount, findmnt says "deleted".
bash "$1" > /mnt/fake-aws/boot.log 2>&1 || { cat /mnt/fake-aws/boot.log >&2 || findmnt /mnt/fake-aws >&2; exit 1; }
for _ in $(seq 100); do scontrol ping 2> /dev/null | grep -q UP && break; sleep 0.1; done
show() { printf '%s\t%s\n' "$1" "$2"; }
show hostname "$(hostname)"
show ping "$(scontrol ping)"
show nodes "$(sinfo -h -o %D)"
show accounts "$(sacctmgr -nP show account format=account | sort | tr '\n' ' ')"
show share "$(sacctmgr -nP show assoc account=research user= format=fairshare | head -1)"
show qos "$(sacctmgr -nP show qos format=name | sort | tr '\n' ' ')"
show ids "$(id -u slurm) $(id -u munge) $(id -u mysql) $(id -u ada)"
show home "$(stat -c '%u %a' /home/ada)"
show keys "$(cat /etc/ssh/authorized_keys.d/ada)"
show folder "$(stat -c '%U %a' /etc/slurm)"
show modes "$(stat -c '%U %a' /etc/munge/munge.key) $(stat -c '%U %a' /etc/slurm/slurmdbd.conf)"
show resolves "$(getent hosts h100-dy-8 | awk '{ print $1 }')"
show placeholder "$(grep -c '@DATABASE_PASSWORD@' /etc/slurm/slurmdbd.conf || true)"
show jobs "$(squeue -h -o '%i %j %r' | tr '\n' ' ')"
show again "$(/opt/warpform/setup/sync > /dev/null 2>&1; /opt/warpform/setup/sync; /opt/warpform/slurm/apply-policy --dry-run)"
[ "$(squeue -h | wc -l)" -gt 0 ] || show submitted "$(cd /home/ada && setpriv --reuid ada --regid ada --clear-groups sbatch --parsable --hold -J kept --wrap true)"
show log "$(grep -E 'error|fatal' /var/log/slurm/slurmctld.log | grep -vE 'pmix|MPI|state file|backup state|No fed_mgr|Trying' | cut -c1-200 | tr '\n' ';' || true)"
if command -v prometheus > /dev/null; then
  sed -n 's/^ExecStart=//p' /etc/systemd/system/warpform-slurm-metrics.service > /mnt/fake-aws/metrics.sh
  setpriv --reuid slurm --regid slurm --init-groups bash /mnt/fake-aws/metrics.sh
  for _ in $(seq 100); do curl -fs 127.0.0.1:9090/-/ready > /dev/null && break; sleep 0.1; done
  show metrics "$(curl -fs 127.0.0.1:9100/metrics | grep -E '^slurm_(up|nodes\{.*powered_down|gpus_(configured|up|allocated)|jobs\{.*pending)' | tr '\n' ';')"
  show targets "$(python3 -c 'import json; print(json.load(open("/var/lib/warpform-metrics/nodes.json")))')"
  show alerts "$(curl -fs 127.0.0.1:9090/api/v1/rules | python3 -c 'import json,sys; print(sum(len(g["rules"]) for g in json.load(sys.stdin)["data"]["groups"]))')"
  scrapes() { curl -fs 127.0.0.1:9090/api/v1/targets | python3 -c 'import json,sys; print(*sorted(t["labels"]["job"] for t in json.load(sys.stdin)["data"]["activeTargets"]))'; }
  # Prometheus takes some seconds to read its lists of targets.
  for _ in $(seq 100); do [ -n "$(scrapes)" ] && break; sleep 0.2; done
  show scrapes "$(scrapes)"
  show listens "$(ss -Hltn | awk '{ print $4 }' | grep -E ':(9090|9100)$' | sort | tr '\n' ' ')"
  show owner "$(stat -c '%u %a' /mnt/state/slurm/prometheus)"
  show grafana "$(stat -c '%u %a' /mnt/state/slurm/grafana) $(stat -c %a /etc/warpform/grafana-password) $(grep -c 'restart grafana-server' /mnt/fake-aws/systemctl.log)"
  show dashboards "$(ls /etc/warpform/grafana/json | tr '\n' ' ')"
  if command -v prometheus-alertmanager > /dev/null; then
    show alertmanager "$(amtool check-config /etc/warpform/alertmanager.yml | grep -c SUCCESS) $(curl -fs 127.0.0.1:9090/api/v1/alertmanagers | grep -o '127.0.0.1:9093' | head -1)"
    # SNS is a stand-in, and needs no half minute of waiting for further alerts; the rest is as the head has it.
    python3 "$(dirname "$0")/fake-sns.py" /mnt/fake-aws/sns.txt &
    sed -i 's|\( *\)sigv4:|\1api_url: http://127.0.0.1:9099\n&|; s|group_wait: 30s|group_wait: 0s|' /etc/warpform/alertmanager.yml
    curl -fs -X POST 127.0.0.1:9093/-/reload
    amtool --alertmanager.url=http://127.0.0.1:9093 alert add alertname=GpuXid severity=page node=h100-dy-1 --annotation=summary='GPU 5 of h100-dy-1 reports XID 79' > /dev/null
    for _ in $(seq 100); do [ -s /mnt/fake-aws/sns.txt ] && break; sleep 0.2; done
    show sent "$(cat /mnt/fake-aws/sns.txt)"
  fi
  pkill -TERM '^prometheus' || true
fi
sleep 3
# A head that is replaced is shut down first.
pkill -TERM -x slurmctld || true
pkill -TERM -x slurmdbd || true
for _ in $(seq 100); do pgrep "^slurm(ctld|dbd)" > /dev/null || break; sleep 0.1; done
mariadb-admin shutdown
