#!/bin/bash
# Mounts an NFS export, now and at every boot.
# Settings: SOURCE, MOUNT_PATH, ACCESS (rw or ro), VERSION (3, 4.0, 4.1 or 4.2), CONNECTIONS (1 to 16).
set -euo pipefail
if ! command -v mount.nfs > /dev/null; then
  if command -v apt-get > /dev/null; then
    apt-get -o DPkg::Lock::Timeout=300 update -q
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -yq nfs-common
  else
    dnf install -yq nfs-utils
  fi
fi
mkdir -p "$MOUNT_PATH"
options="$ACCESS,nfsvers=$VERSION,nconnect=$CONNECTIONS,rsize=1048576,wsize=1048576,hard,timeo=600,retrans=2,noresvport,_netdev,nofail"
grep -q " $MOUNT_PATH nfs " /etc/fstab || echo "$SOURCE $MOUNT_PATH nfs $options 0 0" >> /etc/fstab
systemctl daemon-reload
for try in 1 2 3 4 5 6 7 8 9 10; do
  if mountpoint -q "$MOUNT_PATH" || mount "$MOUNT_PATH"; then break; fi
  echo "mount of $MOUNT_PATH failed, try $try of 10" >&2
  sleep 15
done
mountpoint -q "$MOUNT_PATH"
