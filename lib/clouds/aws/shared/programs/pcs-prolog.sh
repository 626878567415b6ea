#!/bin/bash
# Installs the prolog of AWS PCS: a node whose boot steps have not succeeded, or whose GPUs, EFA devices or mounts are gone, takes no job.
# Settings: PROLOG (path), CHECK (what checks the node, where it is installed).
set -euo pipefail
install -d -m 755 "$(dirname "$PROLOG")"
{
  echo '#!/bin/bash'
  printf 'CHECK=%q\n' "$CHECK"
  cat <<'PROGRAM'
# slurmd runs this as root before a job; where it fails, Slurm drains the node and requeues the job.
say() { echo "prolog: $1" >&2; logger -t warpform-prolog -- "$1"; }
if ! systemctl is-active --quiet warpform-boot; then
  say "boot steps have not succeeded: $(cat /run/warpform/boot-failed 2> /dev/null | tr '\n' ' ')"
  exit 1
fi
[ -x "$CHECK" ] || exit 0
faults=$("$CHECK" 2>&1) || { say "$faults"; exit 1; }
PROGRAM
} > "$PROLOG"
chmod 755 "$PROLOG"
