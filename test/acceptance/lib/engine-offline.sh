#!/bin/bash
# An engine as the offline cycle wants it; ENGINE is the real program.
set -euo pipefail
if [ "$(basename "$ENGINE")" = tofu ]; then
  # Its search of a provider mirror passes links by, so they become folders first.
  mirror=$(sed -n 's/^ *path = "\(.*\)"$/\1/p' "$TF_CLI_CONFIG_FILE")
  find "$mirror" -type l | while read -r link; do
    target=$(readlink -f "$link")
    rm "$link" && cp -rl "$target" "$link"
  done
fi
# A plan validates first, and says the same of what is wrong.
if [ "$1" = validate ]; then exit 0; fi
# The second plan has read every resource just before.
if [ "$1" = destroy ]; then
  PATH=$(dirname "$(readlink -f "$0")")/azure-cli:$PATH
  set -- "$@" -refresh=false
fi
exec "$ENGINE" "$@"
