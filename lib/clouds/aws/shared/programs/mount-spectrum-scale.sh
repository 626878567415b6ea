#!/bin/bash
# Mounts Spectrum Scale (GPFS) on a node that is a member of its cluster. Settings: DEVICE, MOUNT_PATH, ACCESS (rw or ro).
# https://www.ibm.com/docs/en/storage-scale (mmmount, mmgetstate, mmstartup)
set -euo pipefail
tools=/usr/lpp/mmfs/bin
if [ ! -x "$tools/mmmount" ]; then
  echo "Spectrum Scale is licensed software and not in this image; install its client when the image is built" >&2
  exit 1
fi
state() { "$tools/mmgetstate" -Y 2> /dev/null | awk -F: '$3 != "HEADER" {print $9}'; }
case "$(state)" in
  active) ;;
  "")
    echo "this node is no member of a Spectrum Scale cluster; add it there with mmaddnode, or use the cluster's NFS export (ExistingFileSystem.nfs)" >&2
    exit 1
    ;;
  *) "$tools/mmstartup" ;;
esac
for try in $(seq 1 60); do
  [ "$(state)" = active ] && break
  [ "$try" -lt 60 ] || { echo "Spectrum Scale did not become active in ten minutes" >&2; exit 1; }
  sleep 10
done
mkdir -p "$MOUNT_PATH"
mountpoint -q "$MOUNT_PATH" || "$tools/mmmount" "$DEVICE" "$MOUNT_PATH" -o "$ACCESS"
mountpoint -q "$MOUNT_PATH"
