#!/bin/bash
# One head in namespaces of its own: inside.sh SITE LAYER COMMAND... SITE is the folder of bucket, secrets and state; LAYER takes
# what is written to the machine's own folders, so that a fresh one is a replaced head. Nothing of the host changes.
set -euo pipefail
site=$1 layer=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
mount --make-rprivate /
mkdir -p "$site/state" "$layer"
mount -t tmpfs -o mode=755 none "$layer"
for folder in etc var opt home usr/local; do
  mkdir -p "$layer/$folder/up" "$layer/$folder/work"
  mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$layer/$folder/up,workdir=$layer/$folder/work" "/$folder"
done
# What the host has of these would hide what the programs make.
rm -rf /var/spool/slurm /var/lib/mysql /etc/slurm /etc/munge /opt/warpform /home/ada
mkdir -p /var/lib/mysql
mount -t tmpfs -o mode=755 none /run
mount -t tmpfs -o mode=755 none /mnt
mkdir -p /mnt/state /mnt/fake-aws
mount --bind "$site/state" /mnt/state
mount --bind "$site" /mnt/fake-aws
ln -sfn /mnt/fake-aws /opt/fake-aws
ip link set lo up
ip link add eth0 type veth peer name eth1
ip address add 10.77.0.10/24 dev eth0
ip link set eth0 up
ip link set eth1 up
printf '127.0.0.1 localhost\n10.77.0.10 slurm-head.test.internal slurm-head\n' > /etc/hosts
sed -i 's/^hosts:.*/hosts: files/' /etc/nsswitch.conf
# Users of the host's packages would have other ids than the set-up gives them.
for user in slurm munge mysql prometheus grafana; do
  userdel "$user" 2> /dev/null || true
  groupdel "$user" 2> /dev/null || true
done
# Alertmanager signs what it sends to the stand-in of SNS.
export AWS_ACCESS_KEY_ID=x AWS_SECRET_ACCESS_KEY=x
export FAKE_AWS=/mnt/fake-aws PYTHONPATH=$here/python PATH=$here/stand-ins:/usr/sbin:/usr/bin:/sbin:/bin
exec "$@"
