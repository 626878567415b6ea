#!/bin/bash
# Runs the CloudWatch agent and a sampler of what it does not measure. Settings: AWS_REGION, CONFIGURATION (prefix of SSM parameters).
set -euo pipefail
base=/opt/aws/amazon-cloudwatch-agent
ctl=$base/bin/amazon-cloudwatch-agent-ctl
efa() { compgen -G '/sys/class/infiniband/*' > /dev/null; }
knows_efa() { grep -qs efaDefinitions $base/doc/amazon-cloudwatch-agent-schema.json; }
if [ ! -x $ctl ] || { efa && ! knows_efa; }; then
  if command -v dnf > /dev/null; then
    dnf install -yq amazon-cloudwatch-agent
  else
    curl -fsSL --retry 5 -o /tmp/amazon-cloudwatch-agent.deb \
      "https://amazoncloudwatch-agent-$AWS_REGION.s3.$AWS_REGION.amazonaws.com/ubuntu/$(dpkg --print-architecture)/latest/amazon-cloudwatch-agent.deb"
    dpkg -i -E /tmp/amazon-cloudwatch-agent.deb
  fi
fi
install -d -m 755 /var/log/warpform /var/lib/warpform

cat > /usr/local/sbin/node-sampler <<'PROGRAM'
#!/bin/bash
# Sends to the agent's StatsD port what the agent itself does not measure; runs once a minute.
send() { printf '%s' "$1" > /dev/udp/127.0.0.1/8125; }
if command -v nvidia-smi > /dev/null; then
  timeout 30 nvidia-smi --query-gpu=index,ecc.errors.uncorrected.volatile.total,ecc.errors.corrected.volatile.total --format=csv,noheader,nounits |
    while IFS=', ' read -r gpu uncorrected corrected; do
      [[ $uncorrected =~ ^[0-9]+$ ]] && send "gpu_ecc_uncorrected:$uncorrected|g|#gpu:$gpu"
      [[ $corrected =~ ^[0-9]+$ ]] && send "gpu_ecc_corrected:$corrected|g|#gpu:$gpu"
    done
fi
if command -v lctl > /dev/null; then
  for way in read write; do
    now=$(lctl get_param -n 'llite.*.stats' 2> /dev/null | awk -v name="$way"_bytes '$1 == name {sum += $7} END {printf "%.0f", sum}')
    last=$(cat "/var/lib/warpform/lustre-$way" 2> /dev/null || echo "$now")
    echo "$now" > "/var/lib/warpform/lustre-$way"
    if [ "$now" -ge "$last" ]; then send "lustre_client_$way""_bytes:$((now - last))|c"; fi
  done
fi
if [ -x /usr/local/sbin/node-health ]; then
  if faults=$(timeout 120 /usr/local/sbin/node-health 2>&1); then
    send 'node_unhealthy:0|g'
  else
    send 'node_unhealthy:1|g'
    sed "s/^/$(date -u +%FT%TZ) /" <<< "$faults" >> /var/log/warpform/health.log
  fi
fi
PROGRAM
cat > /usr/local/sbin/gpu-kernel-log <<'PROGRAM'
#!/bin/bash
# The driver's messages, with a mark on XIDs after which a GPU must not take work (those of node-health).
journalctl --dmesg --follow --lines=all --output=short-iso |
  grep --line-buffered 'NVRM:' |
  sed -u -E '/Xid \([^)]*\): (48|62|64|74|79|94|95|119|120|140|143|149),/s/^/FATAL /' >> /var/log/warpform/gpu-kernel.log
PROGRAM
chmod 755 /usr/local/sbin/node-sampler /usr/local/sbin/gpu-kernel-log
cat > /etc/systemd/system/node-sampler.service <<'UNIT'
[Unit]
Description=Measure what the CloudWatch agent does not
[Service]
Type=oneshot
ExecStart=/usr/local/sbin/node-sampler
UNIT
cat > /etc/systemd/system/node-sampler.timer <<'UNIT'
[Unit]
Description=Measure once a minute
[Timer]
OnBootSec=2min
OnUnitActiveSec=1min
AccuracySec=1s
[Install]
WantedBy=timers.target
UNIT
cat > /etc/systemd/system/gpu-kernel-log.service <<'UNIT'
[Unit]
Description=Keep the GPU driver's messages in a file
[Service]
ExecStart=/usr/local/sbin/gpu-kernel-log
Restart=always
RestartSec=5
[Install]
WantedBy=multi-user.target
UNIT
cat > /etc/logrotate.d/warpform <<'ROTATE'
/var/log/warpform/*.log {
  size 20M
  rotate 3
  copytruncate
  missingok
  notifempty
}
ROTATE
systemctl daemon-reload
systemctl enable --now node-sampler.timer gpu-kernel-log.service

$ctl -a fetch-config -m ec2 -c "ssm:$CONFIGURATION/system"
if command -v nvidia-smi > /dev/null; then $ctl -a append-config -m ec2 -c "ssm:$CONFIGURATION/gpu"; fi
if efa && knows_efa; then $ctl -a append-config -m ec2 -c "ssm:$CONFIGURATION/efa"; fi
systemctl enable amazon-cloudwatch-agent
$ctl -a start -m ec2
