#!/bin/bash
# Mounts CephFS with the kernel's client, now and at every boot.
# Settings: SOURCE (monitors:/path), FS_NAME (or empty), CEPH_USER, KEY_SECRET (ARN), MOUNT_PATH, ACCESS (rw or ro).
# https://docs.ceph.com/en/latest/man/8/mount.ceph/
set -euo pipefail
if ! command -v mount.ceph > /dev/null; then
  if ! command -v apt-get > /dev/null; then
    echo "ceph-common is not in this image and Amazon Linux does not package it; put it into the image" >&2
    exit 1
  fi
  apt-get -o DPkg::Lock::Timeout=300 update -q
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -yq ceph-common
fi
if ! command -v aws > /dev/null; then
  echo "the AWS CLI is not in this image, and the CephX key is in Secrets Manager; put the CLI into the image" >&2
  exit 1
fi
install -d -m 755 /etc/ceph "$MOUNT_PATH"
secret="/etc/ceph/$CEPH_USER.secret"
(umask 077 && aws secretsmanager get-secret-value --secret-id "$KEY_SECRET" --query SecretString --output text > "$secret")
options="$ACCESS,name=$CEPH_USER,secretfile=$secret,noatime,_netdev,nofail"
if [ -n "$FS_NAME" ]; then options="$options,fs=$FS_NAME"; fi
grep -q " $MOUNT_PATH ceph " /etc/fstab || echo "$SOURCE $MOUNT_PATH ceph $options 0 0" >> /etc/fstab
systemctl daemon-reload
mountpoint -q "$MOUNT_PATH" || mount "$MOUNT_PATH"
