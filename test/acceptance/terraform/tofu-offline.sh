#!/bin/bash
# OpenTofu as the offline cycle wants it: its search of a provider mirror passes links by, so they become folders first.
# TOFU is the real program.
set -euo pipefail
mirror=$(sed -n 's/^ *path = "\(.*\)"$/\1/p' "$TF_CLI_CONFIG_FILE")
find "$mirror" -type l | while read -r link; do
  target=$(readlink -f "$link")
  rm "$link" && cp -rl "$target" "$link"
done
exec "$TOFU" "$@"
