#!/bin/bash
# Limits and environment for jobs on an EFA fabric. Settings: HUGE_PAGES_2MIB, JOB_ENVIRONMENT.
set -euo pipefail

# RDMA pins memory; the default limit of 64 KB to 8 MB stops it.
cat > /etc/security/limits.d/90-fabric.conf <<'LIMITS'
* soft memlock unlimited
* hard memlock unlimited
* soft stack unlimited
* hard stack unlimited
* soft nofile 1048576
* hard nofile 1048576
LIMITS
mkdir -p /etc/systemd/system.conf.d
printf '[Manager]\nDefaultLimitMEMLOCK=infinity\nDefaultLimitNOFILE=1048576\n' > /etc/systemd/system.conf.d/90-fabric.conf
systemctl daemon-reexec

# Cross-memory attach between the ranks of a node needs ptrace; Ubuntu forbids it by default.
if [ -e /proc/sys/kernel/yama/ptrace_scope ]; then
  echo 'kernel.yama.ptrace_scope = 0' > /etc/sysctl.d/90-fabric.conf
fi
if [ -n "$HUGE_PAGES_2MIB" ]; then
  echo "vm.nr_hugepages = $HUGE_PAGES_2MIB" > /etc/sysctl.d/91-huge-pages.conf
fi
sysctl --system > /dev/null

printf '%s\n' "$JOB_ENVIRONMENT" | sed 's/^/export /' > /etc/profile.d/fabric.sh
