#!/bin/bash
# Reads a bucket through Mountpoint for S3 with its cache on the local array. Settings: MOUNT_PATH, BUCKET.
set -euo pipefail
if ! command -v mount-s3 > /dev/null; then
  machine=$(uname -m | sed 's/aarch64/arm64/')
  if command -v apt-get > /dev/null; then
    curl -fsSL -o /tmp/mount-s3.deb "https://s3.amazonaws.com/mountpoint-s3-release/latest/$machine/mount-s3.deb"
    apt-get update -q && apt-get install -yq /tmp/mount-s3.deb
  else
    dnf install -yq "https://s3.amazonaws.com/mountpoint-s3-release/latest/$machine/mount-s3.rpm"
  fi
fi
install -d -m 1777 "$MOUNT_PATH/s3-cache" "$MOUNT_PATH/s3/$BUCKET"
cat > /etc/systemd/system/s3-read-cache.service <<UNIT
[Unit]
Description=Read s3://$BUCKET with a cache on the local array
After=network-online.target nvme-cache.service
Requires=nvme-cache.service
[Service]
Type=forking
ExecStart=/usr/bin/env mount-s3 $BUCKET $MOUNT_PATH/s3/$BUCKET --read-only --allow-other --cache $MOUNT_PATH/s3-cache
ExecStop=/usr/bin/umount $MOUNT_PATH/s3/$BUCKET
Restart=on-failure
[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --now s3-read-cache.service
