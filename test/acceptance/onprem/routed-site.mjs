// An Ethernet fabric with the bundle's own files: FRR's zebra and bgpd for each switch, the bundle's program on each node, in network
// namespaces with a veth pair for each cable. Needs root and: apt-get install frr iproute2 iputils-ping
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineSite, write } from "./site.mjs";

const FRR = "/usr/lib/frr";
/** Four ports a node and 17 nodes: more than one switch has ports, so that there are spines. */
const machine = {
  name: "lab-4",
  maker: "lab",
  accelerator: "H100-SXM-80GB",
  accelerators: 4,
  architecture: "x86_64",
  cpu: { model: "lab", sockets: 2, coresPerSocket: 32, threadsPerCore: 2 },
  memoryGiB: 1024,
  fabric: { ports: 4, linkGbps: 400, devices: ["mlx5_0", "mlx5_1", "mlx5_2", "mlx5_3"] },
  localNvme: { count: 2, sizeGB: 3840 },
  nvlinkDomain: 4,
  rackUnits: 4,
  nameplateWatts: 5000,
  usd: null,
  source: "made for this check",
  checkedOn: "2026-11-23",
};
export const routed = () =>
  defineSite({
    name: "dc1-roce",
    site: { rackKilowatts: 60 },
    network: {
      domain: "dc1.example.com",
      nodeCidr: "10.10.0.0/20",
      bmcCidr: "10.20.0.0/20",
      serviceCidr: "10.30.0.0/24",
    },
    pools: { h100: { machine, nodes: 17, names: "n[01-17]" } },
    fabric: { switch: "SN5600", nodesPerUnit: 9, routing: { cidr: "10.64.0.0/20" } },
  });

const run = (program, ...args) => spawnSync(program, args, { encoding: "utf8", timeout: 60_000 });
function must(program, ...args) {
  const done = run(program, ...args);
  if (done.status !== 0) throw new Error(`${program} ${args.join(" ")}: ${done.stderr || done.stdout}`);
  return done.stdout;
}

/** A fabric of namespaces; names are prefixed, since other labs run beside it. */
export class RoutedFabric {
  constructor(definition) {
    // FRR's daemons give up root, so that every folder above their own must be open to them.
    const folder = mkdtempSync(join(tmpdir(), "warpform-routed-"));
    Object.assign(this, { definition, folder, pids: [] });
    this.prefix = `wr${process.pid}-`;
  }

  in(name, ...command) {
    return run("ip", "netns", "exec", this.prefix + name, ...command);
  }

  start() {
    const { definition, folder } = this;
    const { routing, cables } = definition.fabric;
    write(definition, folder);
    must("chmod", "755", folder);
    const names = [...routing.switches.map(({ name }) => name), ...definition.nodes.map(({ name }) => name)];
    const setUp = names.flatMap((name) => [`netns add ${this.prefix}${name}`]);
    const portOf = ({ device, port, portName }) =>
      definition.nodes.some(({ name }) => name === device) ? `rail${port}` : portName;
    for (const [index, { from, to }] of cables.entries()) {
      const [a, b] = [`w${index}a`, `w${index}b`];
      setUp.push(`link add ${a} type veth peer name ${b}`);
      setUp.push(`link set ${a} netns ${this.prefix}${from.device} name ${portOf(from)}`);
      setUp.push(`link set ${b} netns ${this.prefix}${to.device} name ${portOf(to)}`);
    }
    const batch = join(folder, "links");
    writeFileSync(batch, setUp.join("\n"));
    must("ip", "-batch", batch);
    for (const one of routing.switches) this.startSwitch(one.name);
    for (const { name } of definition.nodes) this.startNode(name);
  }

  /** What SONiC does with config_db.json: ports up, their addresses, the loopback; then FRR with frr.conf. */
  startSwitch(name) {
    const at = join(this.folder, "fabric/switches", name);
    const config = JSON.parse(readFileSync(join(at, "config_db.json"), "utf8"));
    const lines = ["link set lo up"];
    for (const [port, { admin_status, mtu }] of Object.entries(config.PORT))
      lines.push(`link set ${port} ${admin_status} mtu ${mtu}`);
    for (const key of [...Object.keys(config.INTERFACE), ...Object.keys(config.LOOPBACK_INTERFACE)]) {
      const [port, address] = key.split("|");
      if (address) lines.push(`address add ${address} dev ${port === "Loopback0" ? "lo" : port}`);
    }
    writeFileSync(join(at, "ip"), lines.join("\n"));
    must("ip", "-n", this.prefix + name, "-batch", join(at, "ip"));
    const done = this.in(name, "sysctl", "-qw", "net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1");
    if (done.status !== 0) throw new Error(done.stderr);
    mkdirSync(join(at, "run"));
    must("chown", "-R", "frr:frr", at);
    for (const daemon of ["zebra", "bgpd"]) {
      const pid = join(at, `run/${daemon}.pid`);
      const options = ["-d", "-i", pid, "-z", join(at, "run/zserv"), "-P", "0"];
      const started = this.in(
        name,
        join(FRR, daemon),
        ...options,
        "--vty_socket",
        join(at, "run"),
        "-f",
        join(at, "frr.conf"),
      );
      if (started.status !== 0) throw new Error(`${daemon} of ${name}: ${started.stderr}${started.stdout}`);
      this.pids.push(pid);
    }
  }

  /** The node's own program, as the unit starts it; the names of its HCAs are folders here. */
  startNode(name, ...options) {
    const sysfs = join(this.folder, "sys", name);
    const { devices } = this.definition.nodes.find((node) => node.name === name).type.fabric;
    for (const [index, hca] of devices.entries())
      mkdirSync(join(sysfs, "class/infiniband", hca, `device/net/rail${index + 1}`), { recursive: true });
    this.in(name, "ip", "link", "set", "lo", "up");
    const rails = join(this.folder, "fabric/rails");
    // A veth has no lossless class.
    const args = ["--plan", join(rails, "rails.json"), "--node", name, "--sysfs", sysfs, "--no-class", ...options];
    return this.in(name, join(rails, "rail-addresses"), ...args);
  }

  vtysh(name, command) {
    return this.in(name, "vtysh", "--vty_socket", join(this.folder, "fabric/switches", name, "run"), "-c", command)
      .stdout;
  }

  /** Sessions of a switch that are up, and all. */
  sessions(name) {
    try {
      const { peers } = JSON.parse(this.vtysh(name, "show bgp ipv4 unicast summary json"));
      const states = Object.values(peers ?? {}).map(({ state }) => state);
      return [states.filter((state) => state === "Established").length, states.length];
    } catch {
      return [0, -1];
    }
  }

  stop() {
    for (const pid of this.pids)
      try {
        process.kill(Number(readFileSync(pid, "utf8")));
      } catch {}
    const { fabric, nodes } = this.definition;
    for (const { name } of [...fabric.routing.switches, ...nodes]) run("ip", "netns", "del", this.prefix + name);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
