# shellcheck shell=bash
# Installs packages into an image as a set-up does at boot, with nothing left running. Settings: APT_SNAPSHOT, WANTED (packages).
# The functions before this are those of the set-up programs.
export DEBIAN_FRONTEND=noninteractive
# read by the functions before this
# shellcheck disable=SC2034
PACKAGES=distribution
install -d /run/warpform
# Nothing else takes packages while this does, nor at a boot of the image: it is brought up to date by a new image. What Ubuntu's timers fetch
# besides (news for those who log in, data of packages that are not free) is on the internet, which nodes may not reach.
for unit in apt-daily.timer apt-daily-upgrade.timer unattended-upgrades.service motd-news.timer update-notifier-download.timer ua-timer.timer; do
  systemctl disable --quiet --now "$unit" 2> /dev/null || true
done
if [ -n "$APT_SNAPSHOT" ]; then echo "APT::Snapshot \"$APT_SNAPSHOT\";" > /etc/apt/apt.conf.d/90-warpform-snapshot; fi
service_users
metrics_user
[ ! -d /etc/chrony ] || clock_sources
read -ra packages <<< "$WANTED"
install_packages "${packages[@]}"
# Set-ups start what their machine needs; the key of munge is each cluster's own.
for unit in slurmctld slurmdbd slurmd slurmrestd sackd munge mariadb prometheus prometheus-node-exporter prometheus-alertmanager sssd; do
  systemctl disable --quiet --now "$unit" 2> /dev/null || true
done
rm -f /etc/munge/munge.key
# NVIDIA's exporter, where the image has a source of it
if [ -n "$(apt-cache show datacenter-gpu-manager-exporter 2> /dev/null)" ]; then install_packages datacenter-gpu-manager-exporter; fi
