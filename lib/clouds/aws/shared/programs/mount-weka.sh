#!/bin/bash
# Mounts WEKA with the client that its backends hand out, now and at every boot.
# Settings: BACKENDS (commas between), FS_NAME, CLIENT_CORES (0 for UDP), TOKEN_SECRET (ARN or empty), MOUNT_PATH, ACCESS (rw or ro).
# https://docs.weka.io/weka-filesystems-and-object-stores/mounting-filesystems
set -euo pipefail
first=$(cut -d , -f 1 <<< "$BACKENDS")
if ! command -v weka > /dev/null; then
  if ! curl -fsSL --retry 5 --max-time 300 -o /tmp/weka-install "http://$first:14000/dist/v1/install"; then
    echo "WEKA's backend $first does not answer on port 14000; check clientSecurityGroupId and the backend's own rules" >&2
    exit 1
  fi
  sh /tmp/weka-install
fi
options="$ACCESS,_netdev,nofail,x-systemd.requires=weka-agent.service,x-systemd.mount-timeout=infinity"
if [ "$CLIENT_CORES" -gt 0 ]; then
  interface=$(ip -o -4 route get "$(getent ahostsv4 "$first" | awk '{print $1; exit}')" | sed 's/.* dev \([^ ]*\).*/\1/')
  options="$options,num_cores=$CLIENT_CORES,net=$interface"
else
  options="$options,net=udp"
fi
if [ -n "$TOKEN_SECRET" ]; then
  install -d -m 700 /etc/weka
  (umask 077 && aws secretsmanager get-secret-value --secret-id "$TOKEN_SECRET" --query SecretString --output text > /etc/weka/auth-token.json)
  options="$options,auth_token_path=/etc/weka/auth-token.json"
fi
mkdir -p "$MOUNT_PATH"
grep -q " $MOUNT_PATH wekafs " /etc/fstab || echo "$BACKENDS/$FS_NAME $MOUNT_PATH wekafs $options 0 0" >> /etc/fstab
systemctl daemon-reload
mountpoint -q "$MOUNT_PATH" || mount "$MOUNT_PATH"
mountpoint -q "$MOUNT_PATH"
