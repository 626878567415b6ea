#!/bin/bash
# Mounts an EFS file system over TLS, now and at every boot.
# Settings: FILE_SYSTEM, ACCESS_POINT, MOUNT_PATH, ACCESS (rw or ro).
set -euo pipefail
mkdir -p "$MOUNT_PATH"
grep -q " $MOUNT_PATH efs " /etc/fstab ||
  echo "$FILE_SYSTEM:/ $MOUNT_PATH efs $ACCESS,_netdev,nofail,tls,noresvport,accesspoint=$ACCESS_POINT 0 0" >> /etc/fstab
systemctl daemon-reload
for try in 1 2 3 4 5 6 7 8 9 10; do
  if mountpoint -q "$MOUNT_PATH" || mount "$MOUNT_PATH"; then break; fi
  echo "mount of $MOUNT_PATH failed, try $try of 10" >&2
  sleep 15
done
mountpoint -q "$MOUNT_PATH"
