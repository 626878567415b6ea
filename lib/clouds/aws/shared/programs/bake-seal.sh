#!/bin/bash
# Closes an image: holds what must not move apart from the rest, and says what it has. Settings: CONTENTS
set -euo pipefail
# A Lustre module fits one kernel, and NVIDIA's fabric manager one driver.
dpkg-query -W -f '${Package}\n' 'linux-image*' 'linux-headers*' 'linux-aws*' 'nvidia-*' 'libnvidia-*' 'slurm*' 2> /dev/null |
  xargs -r apt-mark hold > /dev/null || true
rm -f /etc/apt/apt.conf.d/90-warpform-snapshot
# cloud-init looks at each first boot for the mirror that is nearest, by names that a network without a way out may not answer, and writes sources
# anew. The image keeps those that it was made with.
cat > /etc/cloud/cloud.cfg.d/99-warpform-image.cfg << 'SOURCES'
apt:
  preserve_sources_list: true
  primary: [{arches: [default], uri: "http://archive.ubuntu.com/ubuntu"}]
SOURCES
install -d -m 755 /etc/warpform
{
  echo "contents $CONTENTS"
  echo "kernel $(uname -r)"
  dpkg-query -W -f '${Package} ${Version}\n' slurm-client slurmd slurmctld enroot munge mariadb-server amazon-cloudwatch-agent 2> /dev/null || true
} > /etc/warpform/baked
cat /etc/warpform/baked
