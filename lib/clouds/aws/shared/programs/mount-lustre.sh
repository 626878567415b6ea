#!/bin/bash
# Mounts a Lustre file system, now and at every boot.
# Settings: SOURCE, MOUNT_PATH, ACCESS (rw or ro), LNET_UNIT (unit that sets LNet up, or empty).
set -euo pipefail
options="$ACCESS,noatime,flock,user_xattr,_netdev,nofail,x-systemd.mount-timeout=300"
if [ -n "$LNET_UNIT" ]; then
  options="$options,x-systemd.requires=$LNET_UNIT,x-systemd.after=$LNET_UNIT"
fi
mkdir -p "$MOUNT_PATH"
grep -q " $MOUNT_PATH lustre " /etc/fstab || echo "$SOURCE $MOUNT_PATH lustre $options 0 0" >> /etc/fstab
systemctl daemon-reload
for try in 1 2 3 4 5 6 7 8 9 10; do
  if mountpoint -q "$MOUNT_PATH" || mount "$MOUNT_PATH"; then break; fi
  echo "mount of $MOUNT_PATH failed, try $try of 10" >&2
  sleep 15
done
mountpoint -q "$MOUNT_PATH"
# What clients of this file system are to be set to is known only now.
systemctl restart lustre-tune.service
