/** Devices that jobs open by themselves; SHARP asks the subnet manager for its aggregation manager too. */
const OPEN = ["uverbs*", "rdma_cm"];
const OPEN_FOR_SHARP = "umad*";

/**
 * What jobs find on a node: limits, the environment, and the same in containers, which read no profile and see of the host what enroot mounts: the devices
 * (`MELLANOX_VISIBLE_DEVICES`) and the size's topology file of NCCL, which `/etc/nccl.conf` names.
 * @see edwardsp/azcluster @798568d cloud-init/compute.yaml.tmpl, NVIDIA/enroot conf/hooks/99-mellanox.sh and conf/mounts
 */
export function jobSettings(environment: Readonly<Record<string, string>>, sharp: boolean): string {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const open = sharp ? [...OPEN, OPEN_FOR_SHARP] : OPEN;
  return `printf '* soft memlock unlimited\\n* hard memlock unlimited\\n' > /etc/security/limits.d/90-warpform.conf
cat > /etc/profile.d/warpform-fabric.sh <<'ENVIRONMENT'
${lines.map((line) => `export ${line}`).join("\n")}
ENVIRONMENT
install -d /etc/enroot/environ.d /etc/enroot/mounts.d
cat > /etc/enroot/environ.d/50-warpform-fabric.env <<'ENVIRONMENT'
${lines.join("\n")}
MELLANOX_VISIBLE_DEVICES=all
ENVIRONMENT
cat > /etc/enroot/mounts.d/50-warpform-fabric.fstab <<'MOUNTS'
/opt/microsoft /opt/microsoft none x-create=dir,bind,ro,nosuid,nodev,nofail,silent
/etc/nccl.conf /etc/nccl.conf none x-create=file,bind,ro,nosuid,nodev,noexec,nofail,silent
MOUNTS
cat > /etc/udev/rules.d/91-warpform-fabric.rules <<'RULES'
${open.map((kernel) => `KERNEL=="${kernel}", MODE="0666"`).join("\n")}
RULES
udevadm control --reload-rules || true
for device in ${open.map((kernel) => `/dev/infiniband/${kernel}`).join(" ")}; do [ ! -e "$device" ] || chmod 0666 "$device"; done
`;
}
