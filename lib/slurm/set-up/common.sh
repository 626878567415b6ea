# shellcheck shell=bash
# What head, login machines and nodes have in common. Read by the set-up programs.
# Settings from /etc/warpform/machine.env and site.env: ROLE, ZONE, CONTROLLERS, AUTHENTICATION, PACKAGES, KEY_SECRET, DIRECTORY,
# BIND_SECRET, and what cloud.sh names
# shellcheck source=/dev/null
. /etc/warpform/machine.env
# shellcheck source=/dev/null
. /etc/warpform/site.env
# shellcheck source=/dev/null
. /opt/warpform/setup/steps.sh
# shellcheck source=/dev/null
. /opt/warpform/setup/units.sh
# shellcheck source=/dev/null
. /opt/warpform/setup/cloud.sh
export DEBIAN_FRONTEND=noninteractive

# The same ids on every machine and for ever: the state volume and shared folders know numbers only.
service_users() {
  local name id
  # A site has ids of its own.
  for name in "slurm:${SLURM_UID:-401}" munge:402 mysql:403; do
    id=${name#*:} name=${name%:*}
    getent group "$name" > /dev/null || groupadd --system --gid "$id" "$name"
    getent passwd "$name" > /dev/null ||
      useradd --system --uid "$id" --gid "$id" --home-dir /nonexistent --shell /usr/sbin/nologin "$name"
  done
  install -d -o slurm -g slurm -m 755 /var/spool/slurm /var/log/slurm /var/log/warpform /run/slurm
  printf 'd /run/slurm 0755 slurm slurm\n' > /etc/tmpfiles.d/warpform-slurm.conf
}

# Whether one of the packages is there, held in its version as an image holds it or not.
installed() { grep -qx installed < <(dpkg-query -W -f '${db:Status-Status}\n' "$@" 2> /dev/null); }

# Nothing starts while packages are unpacked: state and keys are not there yet. What is installed already is left alone.
install_packages() {
  local package unit status=0 wanted=() masked=()
  [ "$PACKAGES" = distribution ] || return 0
  for package in "$@"; do
    installed "$package" || wanted+=("$package")
  done
  [ "${#wanted[@]}" -gt 0 ] || return 0
  for unit in slurmctld slurmdbd slurmd slurmrestd sackd munge prometheus prometheus-node-exporter prometheus-alertmanager; do
    case " ${wanted[*]} " in *" $unit "*) masked+=("$unit") ;; esac
  done
  [ "${#masked[@]}" -eq 0 ] || systemctl mask --quiet "${masked[@]}"
  # A set-up that was cut off may have left packages half installed.
  dpkg --configure -a || true
  { update_lists && retry apt-get -o DPkg::Lock::Timeout=600 install -yq --no-install-recommends "${wanted[@]}"; } || status=$?
  # A mirror that has moved on no longer has what its old lists name.
  [ "$status" -eq 0 ] || rm -f /run/warpform/lists-updated
  [ "${#masked[@]}" -eq 0 ] || systemctl unmask --quiet "${masked[@]}"
  return "$status"
}

# The lists of packages, once an hour at most: a set-up installs several times.
update_lists() {
  [ -z "$(find /run/warpform/lists-updated -mmin -60 2> /dev/null)" ] || return 0
  retry apt-get -o DPkg::Lock::Timeout=600 update -q && touch /run/warpform/lists-updated
}

# The owner of Prometheus' data, by the same id on every head.
metrics_user() {
  getent group prometheus > /dev/null || groupadd --system --gid 404 prometheus
  getent passwd prometheus > /dev/null ||
    useradd --system --uid 404 --gid prometheus --home-dir /var/lib/prometheus --shell /usr/sbin/nologin prometheus
}

# What every node of the cluster begins with.
prepare() {
  install -d "/run/warpform"
  service_users
  set_clock
  search_zone
}

has_program() {
  command -v "$1" > /dev/null || { echo "$1 is missing from this image; install it there" >&2; return 1; }
}

# Slurm's packages have the plugin of `srun --mpi=pmix`, and leave the library that it loads to us.
install_pmix() {
  local package=libpmix2
  ! installed libpmix2 libpmix2t64 || return 0
  [ -z "$(apt-cache show libpmix2t64 2> /dev/null)" ] || package=libpmix2t64
  install_packages "$package"
}

# This node's name stands for the address that other nodes reach it at: Gloo, Ray and Spark tell it to them.
resolve_name() {
  local address kept
  address=$(own_address)
  kept=$(grep -vE "^[^#]*[[:space:]]$1([[:space:]]|\$)" /etc/hosts) || true
  printf '%s\n%s %s.%s %s\n' "$kept" "$address" "$1" "$ZONE" "$1" > /etc/hosts.warpform
  chmod 644 /etc/hosts.warpform
  mv /etc/hosts.warpform /etc/hosts
}

# cloud-init must not take the name away again at the next start.
set_name() {
  install -d /etc/cloud/cloud.cfg.d
  echo 'preserve_hostname: true' > /etc/cloud/cloud.cfg.d/99-warpform.cfg
  [ "$(hostname)" = "$1" ] || hostnamectl set-hostname "$1"
}

# Short names of head and nodes, and the _slurmctld._tcp record, are found in the private zone.
search_zone() {
  install -d /etc/systemd/resolved.conf.d
  settings systemd-resolved /etc/systemd/resolved.conf.d/warpform.conf "[Resolve]
Domains=$ZONE"
  run_unit systemd-resolved
}

# fetch_secret VERB NAME FILE OWNER MODE: at a later boot, what was fetched before does while the secrets can't be reached. What a package
# brought does not: munge's makes a key of its own, with which a node that is set up before the head would talk to nobody.
fetch_secret() {
  if [ -s "$3" ] && [ -e "$3.fetched" ]; then
    timeout 30 /opt/warpform/setup/secret "$@" || echo "$3 is left as it is" >&2
  else
    /opt/warpform/setup/secret "$@" && touch "$3.fetched"
  fi
}

# Puts the key that all daemons share where they look for it. The head makes it once, the others wait for it.
install_key() {
  local verb=get before unit key=/etc/munge/munge.key
  [ "$ROLE" != head ] || verb=ensure-key
  [ "$AUTHENTICATION" != slurm ] || key=/etc/slurm/slurm.key
  before=$(sha256sum "$key" 2> /dev/null) || true
  if [ "$AUTHENTICATION" = slurm ]; then
    install -d -m 755 /etc/slurm
    fetch_secret "$verb" "$KEY_SECRET" "$key" slurm 600
    # Daemons read the key when they start: after a rotation they have to again.
    if [ "$before" != "$(sha256sum "$key")" ]; then
      for unit in slurmctld slurmdbd slurmd sackd; do changed "$unit"; done
    fi
  else
    install -d -o munge -g munge -m 700 /etc/munge
    fetch_secret "$verb" "$KEY_SECRET" "$key" munge 400
    [ "$before" = "$(sha256sum "$key")" ] || changed munge
    install -d -o munge -g munge -m 711 /var/lib/munge
    install -d -o munge -g munge -m 700 /var/log/munge
    lasting munge
    run_unit munge
  fi
}

# SSH by the keys that the directory holds, and, where it is declared so, by its passwords. Files are read in order, and the first
# word counts: before the image's own, which close passwords.
directory_ssh() {
  local text='AuthorizedKeysCommand /usr/bin/sss_ssh_authorizedkeys
AuthorizedKeysCommandUser nobody'
  if [ "$DIRECTORY_PASSWORDS" = yes ] && [ "$ROLE" != node ]; then
    text+='
PasswordAuthentication yes
KbdInteractiveAuthentication yes'
  fi
  install -d /etc/ssh/sshd_config.d
  [ "$text" != "$(cat /etc/ssh/sshd_config.d/10-warpform-directory.conf 2> /dev/null)" ] || return 0
  printf '%s\n' "$text" > /etc/ssh/sshd_config.d/10-warpform-directory.conf
  systemctl reload-or-restart ssh || true
}

SSSD_SOCKETS=(sssd-nss.socket sssd-pam.socket sssd-pam-priv.socket sssd-ssh.socket)

# Users of a directory, looked up by sssd. Homes are made at the first log-in, on a head or login machine.
join_directory() {
  local before
  [ "$DIRECTORY" = yes ] || return 0
  install_packages sssd-ldap libnss-sss libpam-sss sssd-tools
  # sssd starts what sssd.conf names; the packages' sockets for the same fail beside it, at each boot.
  systemctl mask --quiet "${SSSD_SOCKETS[@]}"
  systemctl stop "${SSSD_SOCKETS[@]}" 2> /dev/null || true
  systemctl reset-failed --quiet "${SSSD_SOCKETS[@]}" 2> /dev/null || true
  install -d -m 700 /etc/sssd
  before=$(sha256sum /etc/sssd/sssd.conf 2> /dev/null) || true
  if [ -n "$BIND_SECRET" ]; then
    fetch_secret read "$BIND_SECRET" /etc/sssd/bind-password root 400
    /opt/warpform/setup/secret fill @BIND_PASSWORD@ /etc/sssd/bind-password /etc/warpform/sssd.conf /etc/sssd/sssd.conf root 600
  else
    install -m 600 /etc/warpform/sssd.conf /etc/sssd/sssd.conf
  fi
  [ "$ROLE" = node ] || pam-auth-update --enable mkhomedir
  directory_ssh
  if [ "$before" != "$(sha256sum /etc/sssd/sssd.conf)" ]; then
    changed sssd
    [ "$ROLE" != head ] || changed slurmctld
  fi
  run_unit sssd
}

# Closes the metadata service, and with it the role of this machine, to all but the given users: whoever holds the role can
# read the key by which daemons trust one another.
guard_metadata() {
  local user rules
  rules=$(
    echo '#!/bin/bash'
    echo 'iptables -N warpform-metadata 2> /dev/null || iptables -F warpform-metadata'
    for user in "$@"; do echo "iptables -A warpform-metadata -m owner --uid-owner $user -j RETURN"; done
    echo 'iptables -A warpform-metadata -j REJECT'
    echo 'iptables -C OUTPUT -d 169.254.169.254 -j warpform-metadata 2> /dev/null || iptables -I OUTPUT -d 169.254.169.254 -j warpform-metadata'
  )
  settings guard-metadata /usr/local/sbin/guard-metadata "$rules"
  chmod 755 /usr/local/sbin/guard-metadata
  settings guard-metadata /etc/systemd/system/guard-metadata.service '[Unit]
Description=Close the metadata service to users
After=network-pre.target
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/sbin/guard-metadata
[Install]
WantedBy=multi-user.target'
  systemctl daemon-reload
  run_unit guard-metadata
}
