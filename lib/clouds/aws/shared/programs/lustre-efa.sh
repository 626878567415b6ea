#!/bin/bash
# Lets the Lustre client reach EFA-enabled servers over EFA, now and at every boot.
# https://docs.aws.amazon.com/fsx/latest/LustreGuide/configure-efa-clients.html
set -euo pipefail
cat > /usr/local/sbin/lustre-efa <<'PROGRAM'
#!/bin/bash
set -euo pipefail
oldest=2.12.1
version=$(modinfo -F version efa 2> /dev/null | sed 's/[^0-9.].*//' || true)
if [ "$(printf '%s\n' "$oldest" "$version" | sort -V | head -n 1)" != "$oldest" ]; then
  echo "Lustre over EFA needs EFA driver $oldest or later, this image has \"$version\"" >&2
  exit 1
fi
devices=(/sys/class/infiniband/*)
count=${#devices[@]}
interface=$(ip -o -4 route get 169.254.169.254 | sed 's/.* dev \([^ ]*\).*/\1/')
modprobe lnet
modprobe kefalnd ipif_name="$interface"
modprobe ksocklnd
lnetctl lnet configure
if ! lnetctl net show --net efa | grep -q nid; then
  lnetctl net del --net tcp 2> /dev/null || true
  lnetctl net add --net tcp --if "$interface"
  # One device a PCIe bus where there are 32; else the first and the last.
  if [ "$count" -ge 32 ]; then step=4; else step=$((count > 1 ? count - 1 : 1)); fi
  for ((index = 0; index < count; index += step)); do
    lnetctl net add --net efa --if "$(basename "${devices[index]}")" --peer-credits 32
  done
  lnetctl set discovery 1
  lnetctl udsp add --src efa --priority 0
fi
# Without this Lustre would fall back to TCP and say nothing.
if ! lnetctl net show --net efa | grep -q 'status: up'; then
  echo "LNet has no EFA interface that is up" >&2
  exit 1
fi
PROGRAM
chmod 755 /usr/local/sbin/lustre-efa
cat > /etc/systemd/system/lustre-efa.service <<'UNIT'
[Unit]
Description=Lustre over EFA
Wants=network-online.target
After=network-online.target
Before=remote-fs.target
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/sbin/lustre-efa
[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --now lustre-efa.service
