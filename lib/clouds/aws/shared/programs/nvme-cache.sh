#!/bin/bash
# Joins the instance-store disks to one XFS array. Settings: MOUNT_PATH, EXPECTED_DISKS.
set -euo pipefail

# Deep Learning images join the same disks by a unit of their own; two owners would fight over them.
if systemctl list-unit-files dlami-nvme.service > /dev/null 2>&1; then
  systemctl disable --now dlami-nvme.service || true
fi
umount /opt/dlami/nvme 2> /dev/null || true

cat > /usr/local/sbin/nvme-cache <<PROGRAM
#!/bin/bash
MOUNT_PATH='$MOUNT_PATH'
EXPECTED_DISKS=$EXPECTED_DISKS
PROGRAM
cat >> /usr/local/sbin/nvme-cache <<'PROGRAM'
set -euo pipefail
mapfile -t disks < <(find /dev/disk/by-id -name 'nvme-Amazon_EC2_NVMe_Instance_Storage_*' ! -name '*-part*' -exec readlink -f {} \; | sort -u)
if [ "$EXPECTED_DISKS" -ne "${#disks[@]}" ]; then
  echo "expected $EXPECTED_DISKS instance-store disks, found ${#disks[@]}" >&2
  exit 1
fi
mountpoint -q "$MOUNT_PATH" && exit 0
vgchange -an > /dev/null 2>&1 || true
mdadm --stop --scan 2> /dev/null || true
wipefs -aq "${disks[@]}"
device=${disks[0]}
if [ "$EXPECTED_DISKS" -gt 1 ]; then
  mdadm --create /dev/md/cache --run --force --level=0 --raid-devices="$EXPECTED_DISKS" "${disks[@]}"
  device=/dev/md/cache
fi
mkfs.xfs -f -q "$device"
mkdir -p "$MOUNT_PATH"
mount -o noatime,nodiratime,inode64 "$device" "$MOUNT_PATH"
chmod 1777 "$MOUNT_PATH"
install -d -m 1777 "$MOUNT_PATH/containers" "$MOUNT_PATH/datasets" "$MOUNT_PATH/tmp"
PROGRAM
chmod 755 /usr/local/sbin/nvme-cache

cat > /etc/systemd/system/nvme-cache.service <<'UNIT'
[Unit]
Description=Join the instance-store disks to one array
After=local-fs.target
Before=containerd.service docker.service slurmd.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/sbin/nvme-cache
[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
if ! command -v mdadm > /dev/null || ! command -v mkfs.xfs > /dev/null; then
  if command -v apt-get > /dev/null; then
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq mdadm xfsprogs
  else
    dnf install -yq mdadm xfsprogs
  fi
fi
systemctl enable --now nvme-cache.service

# Containers live on the array, not on the root volume.
if command -v docker > /dev/null; then
  mkdir -p /etc/docker
  python3 - "$MOUNT_PATH/containers/docker" <<'PYTHON'
import json, os, sys
path = "/etc/docker/daemon.json"
settings = json.load(open(path)) if os.path.exists(path) else {}
settings["data-root"] = sys.argv[1]
json.dump(settings, open(path, "w"), indent=2)
PYTHON
  systemctl try-restart docker
fi
