#!/bin/bash
# Checks what a node with accelerators must have, and fails closed: what can't be checked is a failure.
# Settings: EXPECTED_GPUS, EXPECTED_NEURON (devices), EXPECTED_EFA, EXPECT_FABRIC_MANAGER (yes or no), EXPECTED_MOUNTS (paths, blanks between).
set -euo pipefail
install -d -m 755 /usr/local/sbin /run/warpform
{
  echo '#!/bin/bash'
  printf 'EXPECTED_GPUS=%q\nEXPECTED_NEURON=%q\nEXPECTED_EFA=%q\nEXPECT_FABRIC_MANAGER=%q\nEXPECTED_MOUNTS=%q\n' \
    "$EXPECTED_GPUS" "$EXPECTED_NEURON" "$EXPECTED_EFA" "$EXPECT_FABRIC_MANAGER" "$EXPECTED_MOUNTS"
  cat <<'PROGRAM'
# Prints one line a fault; exit status 0 only where there is none.
faults=0
fault() { echo "node-health: $1" >&2; faults=$((faults + 1)); }
if [ "$EXPECTED_GPUS" -gt 0 ]; then
  gpus=$(timeout 60 nvidia-smi --query-gpu=uuid --format=csv,noheader 2> /dev/null | wc -l)
  [ "$gpus" -eq "$EXPECTED_GPUS" ] || fault "expected $EXPECTED_GPUS GPUs, nvidia-smi shows $gpus"
  # XID errors after which a GPU must not take work: https://docs.nvidia.com/deploy/xid-errors/
  if ! log=$(dmesg 2> /dev/null); then
    fault "the kernel log can't be read"
  elif xid=$(grep -Eo 'NVRM: Xid \([^)]*\): (48|62|64|74|79|94|95|119|120|140|143|149),' <<< "$log" | tail -n 1) && [ -n "$xid" ]; then
    fault "$xid"
  fi
fi
if [ "$EXPECTED_NEURON" -gt 0 ]; then
  devices=$(find /dev -maxdepth 1 -regex '.*/neuron[0-9]+' 2> /dev/null | wc -l)
  [ "$devices" -eq "$EXPECTED_NEURON" ] || fault "expected $EXPECTED_NEURON Neuron devices, found $devices (driver: aws-neuronx-dkms)"
  # What the runtime has the driver write; a hang of collectives alone is caused on another machine:
  # https://awsdocs-neuron.readthedocs-hosted.com/en/latest/neuron-runtime/nrt-troubleshoot.html
  if ! log=$(dmesg 2> /dev/null); then
    fault "the kernel log can't be read"
  elif error=$(grep -Eo 'NEURON_HW_ERR=[A-Z_]+' <<< "$log" | grep -v '=HANG_ON_COLLECTIVES$' | tail -n 1) && [ -n "$error" ]; then
    fault "$error"
  fi
fi
if [ "$EXPECT_FABRIC_MANAGER" = yes ] && ! systemctl is-active --quiet nvidia-fabricmanager; then
  fault "nvidia-fabricmanager is not active"
fi
if [ "$EXPECTED_EFA" -gt 0 ]; then
  efas=$(find /sys/class/infiniband -mindepth 1 -maxdepth 1 -name '*' 2> /dev/null | wc -l)
  [ "$efas" -eq "$EXPECTED_EFA" ] || fault "expected $EXPECTED_EFA EFA devices, found $efas"
fi
for path in $EXPECTED_MOUNTS; do
  timeout 30 mountpoint -q "$path" || fault "$path is not mounted"
done
[ "$faults" -eq 0 ]
PROGRAM
} > /usr/local/sbin/node-health
chmod 755 /usr/local/sbin/node-health
# Daemons that it asks for may start later than this; a fault that stays is one.
verdict=unhealthy
for pause in 0 15 15 15; do
  sleep "$pause"
  if /usr/local/sbin/node-health 2> /run/warpform/health.log; then
    verdict=healthy
    break
  fi
done
echo "$verdict" > /run/warpform/health
cat /run/warpform/health.log >&2
