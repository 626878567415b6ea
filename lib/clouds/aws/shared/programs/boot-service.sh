#!/bin/bash
# Installs this instance's boot steps and the service that runs them until each has succeeded. cloud-init runs this once for an instance.
set -euo pipefail
rm -rf /opt/warpform/boot /var/lib/warpform-boot
install -d -m 700 /opt/warpform/boot
cat > /usr/local/sbin/warpform-boot <<'PROGRAM'
#!/bin/bash
# Runs the boot steps in their order. A step that fails keeps none of the others from running, and is run again; what has succeeded
# is not, but for the steps of every boot. What is said goes to the journal and to cloud-init's log.
exec > >(tee -a /var/log/cloud-init-output.log) 2>&1
failed=()
mkdir -p /var/lib/warpform-boot /run/warpform/boot
for step in /opt/warpform/boot/*; do
  name=${step##*/}
  folder=/var/lib/warpform-boot
  [[ $name != *.every ]] || folder=/run/warpform/boot
  [ ! -e "$folder/$name" ] || continue
  echo "boot step $name"
  if "$step" < /dev/null; then touch "$folder/$name"; else failed+=("$name"); fi
done
printf '%s\n' "${failed[@]}" | sed '/^$/d' > /run/warpform/boot-failed
[ "${#failed[@]}" -eq 0 ] || { echo "boot steps that failed, and are tried again: ${failed[*]}"; exit 1; }
PROGRAM
chmod 755 /usr/local/sbin/warpform-boot
cat > /etc/systemd/system/warpform-boot.service <<'UNIT'
[Unit]
Description=Boot steps of this instance
Wants=network-online.target
After=network-online.target remote-fs.target nvme-cache.service
StartLimitIntervalSec=0
[Service]
Type=oneshot
RemainAfterExit=yes
Environment=HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/snap/bin
ExecStart=/usr/local/sbin/warpform-boot
Restart=on-failure
RestartSec=30
[Install]
WantedBy=multi-user.target
UNIT
step() {
  cat > "/opt/warpform/boot/$1"
  chmod 700 "/opt/warpform/boot/$1"
}
