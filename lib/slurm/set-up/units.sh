# shellcheck shell=bash
# Units of systemd: their settings, and that they run. Read by common.sh.

# drop_in UNIT: settings of a unit, from standard input; a unit whose settings have changed is restarted by run_unit.
drop_in() {
  local file=/etc/systemd/system/$1.service.d/warpform.conf text
  text=$(cat)
  [ "$text" != "$(cat "$file" 2> /dev/null)" ] || return 0
  install -d "${file%/*}"
  printf '%s\n' "$text" > "$file"
  systemctl daemon-reload
  changed "$1"
}

# lasting UNIT [UNIT-LINES [SERVICE-LINES]]: a daemon that comes back when it has failed, however often.
lasting() {
  drop_in "$1" <<UNIT
[Unit]
${2:+$2
}StartLimitIntervalSec=0
[Service]
${3:+$3
}Restart=on-failure
RestartSec=5
UNIT
}

# settings UNIT FILE TEXT: a file that a unit reads.
settings() {
  [ "$3" != "$(cat "$2" 2> /dev/null)" ] || return 0
  printf '%s\n' "$3" > "$2"
  changed "$1"
}

changed() { install -d "/run/warpform" && touch "/run/warpform/changed-$1"; }

# Lets a unit run, now and at every boot.
run_unit() {
  local verb=start
  systemctl enable --quiet "$1"
  [ ! -e "/run/warpform/changed-$1" ] || verb=restart
  systemctl "$verb" "$1"
  rm -f "/run/warpform/changed-$1"
}

# Daemons that an image holds for other nodes of the cluster.
not_here() {
  local unit
  for unit in "$@"; do
    ! systemctl is-enabled --quiet "$unit" 2> /dev/null || systemctl disable --quiet --now "$unit"
    systemctl reset-failed --quiet "$unit" 2> /dev/null || true
  done
}
