#!/bin/bash
# Mounts BeeGFS with the client of the image. Settings: MANAGEMENT_HOST, AUTH_SECRET (ARN or empty), MOUNT_PATH, ACCESS (rw or ro).
# https://doc.beegfs.io/latest/advanced_topics/manual_installation.html
set -euo pipefail
if [ ! -x /opt/beegfs/sbin/beegfs-setup-client ]; then
  echo "the BeeGFS client is not in this image; its module must fit the kernel, so install beegfs-client when the image is built" >&2
  exit 1
fi
install -d -m 755 /etc/beegfs "$MOUNT_PATH"
configuration="/etc/beegfs/client$(tr / - <<< "$MOUNT_PATH").conf"
cp /etc/beegfs/beegfs-client.conf "$configuration"
if [ -n "$AUTH_SECRET" ]; then
  (umask 077 && aws secretsmanager get-secret-value --secret-id "$AUTH_SECRET" --query SecretString --output text > /etc/beegfs/conn.auth)
  authentication="connAuthFile = /etc/beegfs/conn.auth"
else
  authentication="connDisableAuthentication = true"
fi
sed -i -e '/^ *connAuthFile *=/d' -e '/^ *connDisableAuthentication *=/d' -e '/^ *sysMgmtdHost *=/d' "$configuration"
printf 'sysMgmtdHost = %s\n%s\n' "$MANAGEMENT_HOST" "$authentication" >> "$configuration"
mounts=/etc/beegfs/beegfs-mounts.conf
touch "$mounts"
grep -q "^$MOUNT_PATH " "$mounts" || echo "$MOUNT_PATH $configuration beegfs $ACCESS" >> "$mounts"
if systemctl list-unit-files beegfs-helperd.service > /dev/null 2>&1; then systemctl enable --now beegfs-helperd; fi
systemctl enable beegfs-client
systemctl restart beegfs-client
mountpoint -q "$MOUNT_PATH"
