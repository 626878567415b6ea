# shellcheck shell=bash
# How a set-up goes on after failures. Read by common.sh.

# Runs a command again, later and later, until it succeeds; the last failure counts.
retry() {
  local pause
  for pause in 5 15 30; do
    ! "$@" || return 0
    echo "failed, tried again in $pause s: $*" >&2
    sleep "$pause"
  done
  "$@"
}

# Steps of a set-up. Each runs in a shell of its own; what fails is noted, the others go on, and the set-up is run again later.
missing=()
step() {
  local name=$1 status=0
  shift
  echo "set-up: $name"
  # In the background, since bash overlooks failures inside of a command whose status is asked for.
  (set -euo pipefail; "$@") < /dev/null &
  wait "$!" || status=$?
  [ "$status" -eq 0 ] || missing+=("$name")
}

# A step that the next ones can't do without.
need() {
  local before=${#missing[@]}
  step "$@"
  [ "${#missing[@]}" -eq "$before" ] || finish
}

# What is still missing is in /run/warpform/missing, a line each.
finish() {
  install -d "/run/warpform"
  printf '%s\n' "${missing[@]}" | sed '/^$/d' > "/run/warpform/missing"
  [ "${#missing[@]}" -gt 0 ] || exit 0
  echo "set-up: missing so far: ${missing[*]}; it is tried again" >&2
  exit 1
}
