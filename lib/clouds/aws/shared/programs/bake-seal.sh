#!/bin/bash
# Closes an image: holds what must not move apart from the rest, and says what it has. Settings: CONTENTS
set -euo pipefail
# A Lustre module fits one kernel, and NVIDIA's fabric manager one driver.
dpkg-query -W -f '${Package}\n' 'linux-image*' 'linux-headers*' 'linux-aws*' 'nvidia-*' 'libnvidia-*' 'slurm*' 2> /dev/null |
  xargs -r apt-mark hold > /dev/null || true
rm -f /etc/apt/apt.conf.d/90-warpform-snapshot
install -d -m 755 /etc/warpform
{
  echo "contents $CONTENTS"
  echo "kernel $(uname -r)"
  dpkg-query -W -f '${Package} ${Version}\n' slurm-client slurmd slurmctld enroot munge mariadb-server amazon-cloudwatch-agent 2> /dev/null || true
} > /etc/warpform/baked
cat /etc/warpform/baked
