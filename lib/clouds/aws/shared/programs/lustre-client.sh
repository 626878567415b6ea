#!/bin/bash
# Installs the Lustre client where the image lacks it, and sets it up for large nodes.
# https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html
# Amazon Linux has the module in its kernel and the tools in a package: https://github.com/kubernetes-sigs/aws-fsx-csi-driver/pull/460
set -euo pipefail
if ! { modinfo lustre && command -v mount.lustre; } > /dev/null 2>&1; then
  # shellcheck disable=SC1091
  . /etc/os-release
  kernel=$(uname -r)
  case "$ID" in
    ubuntu)
      curl -fsSL --retry 5 -o /usr/share/keyrings/fsx-lustre.asc \
        https://fsx-lustre-client-repo-public-keys.s3.amazonaws.com/fsx-ubuntu-public-key.asc
      # A module fits one very kernel release. Ubuntu 24.04's 6.8 kernels are those of 22.04, whose suite has modules for more of them.
      for suite in "$VERSION_CODENAME" jammy; do
        echo "deb [signed-by=/usr/share/keyrings/fsx-lustre.asc] https://fsx-lustre-client-repo.s3.amazonaws.com/ubuntu $suite main"
      done | sort -u > /etc/apt/sources.list.d/fsx-lustre.list
      apt-get -o DPkg::Lock::Timeout=300 update -q
      if ! DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -yq "lustre-client-modules-$kernel"; then
        echo "AWS has no Lustre client module for kernel $kernel; pin an image whose kernel is among: apt-cache search lustre-client-modules (those of Ubuntu 22.04 are)" >&2
        exit 1
      fi
      ;;
    amzn) dnf install -yq lustre-client ;;
    *)
      echo "no Lustre client for $ID; put it into the image" >&2
      exit 1
      ;;
  esac
fi
# https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance-tips.html: nodes with more than 64 cores
if [ "$(nproc)" -gt 64 ]; then
  printf 'options ptlrpc ptlrpcd_per_cpt_max=32\noptions ksocklnd credits=2560\n' > /etc/modprobe.d/lustre-client.conf
fi
cat > /usr/local/sbin/lustre-tune <<'PROGRAM'
#!/bin/bash
lctl set_param 'osc.*OST*.max_rpcs_in_flight=32' 'mdc.*.max_rpcs_in_flight=64' 'mdc.*.max_mod_rpcs_in_flight=50'
if [ "$(awk '/^MemTotal/ {print $2}' /proc/meminfo)" -gt $((64 * 1024 * 1024)) ]; then
  lctl set_param 'ldlm.namespaces.*.lru_max_age=600000' "ldlm.namespaces.*.lru_size=$((100 * $(nproc)))"
fi
PROGRAM
chmod 755 /usr/local/sbin/lustre-tune
printf '[Unit]\nDescription=Lustre client settings\nAfter=remote-fs.target\n[Service]\nType=oneshot\nExecStart=/usr/local/sbin/lustre-tune\n[Install]\nWantedBy=multi-user.target\n' \
  > /etc/systemd/system/lustre-tune.service
systemctl daemon-reload
systemctl enable lustre-tune.service
