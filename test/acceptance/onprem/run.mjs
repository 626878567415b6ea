// Proves the bundle of a cluster on premises on the programs that read it: slurmctld, OpenSM over ibsim, promtool, ansible-core.
// Needs: apt-get install slurmctld slurm-client slurmdbd mariadb-server ibsim-utils opensm infiniband-diags prometheus frr iputils-ping; pip install ansible-core
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { umad2sim } from "../fabric/ib-fabric.mjs";
import { accountingSite } from "./accounting-site.mjs";
import { CephMonitor, changed, readSpec, rookProblems, rookSchemas } from "./ceph-site.mjs";
import { accept, guidCsvOf, IbFabric, manage, swapped } from "./fabric-site.mjs";
import { metal3Problems, metal3Reader } from "./metal3-site.mjs";
import { nodeHealth } from "./node-site.mjs";
import { planes } from "./planes-site.mjs";
import { RoutedFabric, routed } from "./routed-site.mjs";
import { define, defineSite, props, tenants, wiringOf, write } from "./site.mjs";
import { slurmSite } from "./slurm-site.mjs";
import { modelProblems } from "./sonic-models.mjs";

// What .ci/tools built is in the cache.
const built = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "warpform/bin");
process.env.PATH = `${built}:${process.env.PATH}`;

const counts = { ok: 0, FAILED: 0, skipped: 0 };
function say(result, name, why) {
  counts[result]++;
  console.log(why ? `${result} ${name}: ${String(why).slice(0, 600)}` : `${result} ${name}`);
}
const check = (name, good, why) => (good ? say("ok", name) : say("FAILED", name, why));
const absent = (...programs) => programs.filter((p) => spawnSync("which", [p]).status !== 0);
const folder = mkdtempSync(join(tmpdir(), "warpform-onprem-"));

async function slurm() {
  const examples = join(import.meta.dirname, "../../../examples/slurm-jobs");
  const scripts = readdirSync(examples).map((name) => join(examples, name));
  const broken = join(folder, "broken.sh");
  writeFileSync(
    broken,
    readFileSync(join(examples, "torchrun.sh"), "utf8").replace("gpus-per-node=8", "gpus-per-node=9"),
  );
  const { nodes, sinfo, topology, errors, jobs } = await slurmSite(folder, [...scripts, broken]);
  check(
    "slurmctld starts with the site's slurm.conf and logs no error",
    nodes.length === 12 && errors.length === 0,
    errors.join("; "),
  );
  const addressed = nodes.filter(
    (line, i) => line.includes(`NodeAddr=10.10.0.${i + 1} `) && line.includes("Gres=gpu:h100:8"),
  );
  check(
    "it knows each node at its address with eight GPUs, and starts none",
    addressed.length === 12 && !nodes.join().includes("CLOUD"),
    nodes[0],
  );
  check("the partition has the nodes without the spare", sinfo.trim() === "train* 11 dgx[001-011] gpu:h100:8", sinfo);
  const refused = jobs.filter(({ id }) => !/^\d+$/.test(id)).map(({ script, why }) => `${script} ${why}`);
  check(
    `it takes the ${scripts.length} example jobs, and refuses one that asks for nine GPUs of a node`,
    scripts.length > 6 && refused.length === 1 && refused[0].startsWith(broken),
    refused.join("; "),
  );
  const units = [...topology.matchAll(/SwitchName=(unit\d) Level=0 .*Nodes=(\S+)/g)].map(
    ([, unit, list]) => `${unit} ${list}`,
  );
  check(
    "the tree is the planned units",
    units.join() === "unit1 dgx[001-004],unit2 dgx[005-008],unit3 dgx[009-012]",
    topology,
  );
}

async function accounting() {
  const at = mkdtempSync(join(folder, "accounting-"));
  write(defineSite({ ...props(), slurm: { ...props().slurm, accounting: { kind: "local" } } }), at);
  const { made, clusters, record, devices, errors } = await accountingSite(at);
  check(
    "MariaDB takes the play's statements twice, and slurmdbd its file, known by its user without a password",
    made === "" && clusters.startsWith("dc1-h100|") && errors.length === 0,
    `${made} ${clusters} ${errors.join("; ")}`,
  );
  check(
    "slurmctld records a job, and the GPUs of the site are counted",
    record.startsWith("CANCELLED") && devices.includes("gres|gpu:h100"),
    `${record} ${devices}`,
  );
}

async function fabric() {
  const definition = define();
  const wiring = wiringOf(definition);
  const ib = new IbFabric(wiring);
  ib.env.SIM_HOST = "sm1-hca1";
  try {
    await ib.start();
    const csv = await guidCsvOf(ib);
    write(define({ guids: csv, tenants }), folder);
    const log = await manage(ib, folder);
    check(
      "OpenSM routes the fabric with ftree and takes the partitions",
      ib.engine === "ftree" && !/PARSE ERROR|retrying/i.test(log),
      ib.engine,
    );
    const good = accept(ib, folder, "cables", "pkeys");
    check(
      "accept finds every cable and key as planned",
      good.status === 0 && good.checks.cables.seen.planned === 97 + definition.fabric.tree.links.leafSpine,
      good.said,
    );
    const failed = await manage(ib, folder, (text) => text.replace(/0x[0-9a-f]{16}/, "dgx001"));
    const open = accept(ib, folder, "pkeys");
    check(
      "with a host name for a GUID OpenSM drops all partitions, and accept sees it",
      /retrying with default config/i.test(failed) && open.status === 1 && open.checks.pkeys.problems.length >= 88,
      `${open.said.slice(0, 300)} ${failed.slice(-300)}`,
    );
    let refused = "";
    try {
      define({ guids: csv.replace(/(dgx001,1,)0x[0-9a-f]+/, "$1dgx001"), tenants });
    } catch (error) {
      refused = error.message;
    }
    check("synth refuses the same line", /16 hexadecimal digits, got "dgx001"/.test(refused), refused);
  } finally {
    ib.stop();
  }
}

async function miswired() {
  const definition = define();
  write(definition, folder);
  const wiring = wiringOf(definition);
  const last = wiring.cables.length - 1;
  // Two pairs of cables swapped, two rails of one node swapped, a cable that nobody laid, and one in a free port of its leaf.
  const rails = wiring.cables.flatMap(({ from }, index) => (from.name === "dgx007" && from.port <= 2 ? [index] : []));
  const pulled = wiring.cables.findIndex(({ from }) => from.name === "dgx009" && from.port === 5);
  const moved = wiring.cables.findIndex(({ from }) => from.name === "dgx011" && from.port === 8);
  const crossed = swapped(swapped(swapped(wiring, 3, 17), last, last - 20), ...rails);
  const cabled = crossed.cables.map((cable, index) =>
    index === moved ? { ...cable, to: { ...cable.to, port: 64 } } : cable,
  );
  const broken = { ...crossed, cables: cabled.filter((_, index) => index !== pulled) };
  const ib = new IbFabric(broken);
  try {
    await ib.start();
    const { cables } = definition.fabric;
    const labelOf = ({ from }) => cables.find((c) => c.from.device === from.name && c.from.port === from.port).label;
    const wanted = [3, 17, last, last - 20, ...rails, pulled, moved]
      .map((index) => labelOf(wiring.cables[index]))
      .sort();
    const { status, checks, said } = accept(ib, folder, "cables");
    const named = (checks?.cables.problems ?? []).map((line) => line.split(":")[0]).sort();
    check(
      "accept names the eight cables of swapped pairs and rails, a missing and a moved one, by label, before any GUID is known",
      status === 1 && named.join() === wanted.join(),
      said,
    );
  } finally {
    ib.stop();
  }
}

/** A fabric of SN5600 under real BGP, as FRR on SONiC runs it. */
async function ethernet() {
  const definition = routed();
  const { switches, rails } = definition.fabric.routing;
  const lab = new RoutedFabric(definition);
  const until = async (holds) => {
    for (let tries = 0; tries < 60; tries++) {
      if (holds()) return true;
      await new Promise((done) => setTimeout(done, 1000));
    }
    return false;
  };
  const up = (name) => {
    const [established, all] = lab.sessions(name);
    return established === all && all > 0;
  };
  const linkOf = (node, rail) => rails.find((link) => link.node === node && link.rail === rail);
  const reaches = (from, to, rail, other = rail) => {
    const [own, far] = [linkOf(from, rail), linkOf(to, other)];
    return lab.in(from, "ping", "-c", "1", "-W", "2", "-I", own.address, far.address).status === 0;
  };
  try {
    lab.start();
    const all = await until(() => switches.every(({ name }) => up(name)));
    check(
      `FRR takes frr.conf of ${switches.length} switches, and every link has its BGP session`,
      all,
      JSON.stringify(switches.map(({ name }) => [name, ...lab.sessions(name)])),
    );
    const pairs = [1, 2, 3, 4].flatMap((rail) => [
      ["n01", "n02", rail, rail],
      ["n01", "n17", rail, rail],
      ["n17", "n09", rail, (rail % 4) + 1],
    ]);
    // Sessions come before the routes of the last of them.
    await until(() => pairs.every((pair) => reaches(...pair)));
    const deaf = pairs.filter((pair) => !reaches(...pair));
    check("nodes reach each other on every rail, over spines and across rails", deaf.length === 0, deaf.join("; "));
    const nearest = [1, 2, 3, 4].filter(
      (rail) => !lab.in("n01", "ip", "route", "get", linkOf("n17", rail).address).stdout.includes(`dev rail${rail} `),
    );
    check("packets to a rail leave by the port of that rail", nearest.length === 0, nearest.join());
    const again = lab.startNode("n01");
    const rules = lab.in("n01", "ip", "rule").stdout.split("from 10.64.").length - 1;
    check("rail-addresses run again changes nothing", again.status === 0 && rules === 4, `${again.stderr} ${rules}`);
    check("rail-addresses --check reaches all leaves", lab.startNode("n03", "--check").status === 0);
    const lost = switches.find(({ name }) => name === "leaf1").uplinks.filter(({ to }) => to.startsWith("spine1:"));
    for (const { port } of lost) lab.in("leaf1", "ip", "link", "set", port, "down");
    check(
      "with all links of a leaf to one spine cut, the other carries it",
      await until(() => reaches("n01", "n17", 1)),
    );
    lab.in("n05", "ip", "link", "set", "rail2", "down");
    const cut = lab.startNode("n05", "--check");
    check(
      "rail-addresses --check names the rail that is cut",
      cut.status === 1 && /^rail 2: /.test(cut.stderr) && !/rail [134]/.test(cut.stderr),
      cut.stderr,
    );
  } finally {
    lab.stop();
  }
}

/** SONiC's own models take the files of a leaf and of a spine, and refuse planted faults. */
function sonic() {
  const models = process.env.WARPFORM_SONIC_MODELS;
  const at = join(folder, "routed");
  write(routed(), at);
  const taken = ["leaf1", "spine2"].map((name) => modelProblems(models, at, name));
  check("yanglint takes the files of a leaf and a spine by SONiC's models", taken.join("") === "", taken.join(" "));
  const faults = [
    ({ PORT, ...rest }) => ({ ...rest, PORT: { ...PORT, Ethernet0: { ...PORT.Ethernet0, mtu: "9999" } } }),
    ({ INTERFACE, ...rest }) => ({ ...rest, INTERFACE: { ...INTERFACE, "Ethernet9|10.0.0.0/31": {} } }),
    ({ LOOPBACK_INTERFACE, ...rest }) => ({ ...rest, LOOPBACK_INTERFACE: { "Loopback0|10.64.1.0/32": {} } }),
  ];
  const missed = faults.filter((change) => modelProblems(models, at, "leaf1", change) === "").length;
  check("it refuses three planted faults", missed === 0, `${missed} passed`);
}

function monitoring() {
  const done = spawnSync("promtool", ["check", "config", "prometheus.yml"], {
    cwd: join(folder, "monitoring"),
    encoding: "utf8",
  });
  check("promtool takes configuration, alerts and targets", done.status === 0, done.stdout + done.stderr);
}

const CEPH = {
  server: {
    model: "R6615",
    drives: 10,
    driveTB: 15.36,
    driveReadMBps: 5700,
    driveWriteMBps: 4000,
    networkGbps: 200,
  },
  usableTB: 1000,
  mountPath: "/data",
};
const storage = (more) => {
  const at = mkdtempSync(join(folder, "storage-"));
  write(defineSite({ ...props(), fileSystems: undefined, ceph: { ...CEPH, ...more } }), at);
  return at;
};
const storageFile = (at, name) => readFileSync(join(at, "storage", name), "utf8");

/** A Ceph of the bundle, as far as its monitor decides: pools, rules, profiles, file systems, keys. */
async function ceph(protection, failureDomain) {
  const at = storage({ protection, failureDomain });
  const spec = storageFile(at, "cephadm.yaml");
  const { said, good, why } = readSpec(spec, at);
  const name = `Ceph with ${protection} over ${failureDomain}s`;
  check(`${name}: Ceph's own parser takes the specification`, good && said.includes("osd.scratch "), why);
  const faults = [
    changed(spec, "osd", (one) => ({ ...one, spec: { ...one.spec, data_device: one.spec.data_devices } })),
    changed(spec, "mon", (one) => ({ ...one, placement: { hosts: one.placement.hosts, pattern: "*" } })),
    changed(spec, "mds", ({ service_id: _, ...one }) => one),
  ];
  const missed = faults.filter((text) => readSpec(text, at).good).length;
  check(`${name}: it refuses three planted faults`, missed === 0, `${missed} passed`);
  const monitor = new CephMonitor(join(at, "monitor"));
  try {
    await monitor.start();
    const servers = monitor.placeServers(spec);
    const first = monitor.run(join(at, "storage/pools"));
    const again = monitor.run(join(at, "storage/pools"));
    const [fs] = monitor.ceph("fs", "ls");
    check(
      `${name}: the monitor of ${servers} servers takes storage/pools, twice`,
      first.status === 0 && again.status === 0 && fs?.name === "scratch" && fs.metadata_pool === "scratch-metadata",
      first.stderr + again.stderr + JSON.stringify(fs),
    );
    const width = protection === "3x" ? 3 : 6;
    const rule = protection === "3x" ? "scratch-copies" : "scratch-chunks";
    const places = monitor.badPlaces(rule, width, failureDomain);
    check(
      `${name}: CRUSH finds ${width} ${failureDomain}s for each of 512 objects`,
      places.seen === 512 && places.bad === 0 && places.twice === 0,
      JSON.stringify(places),
    );
    const caps = monitor.ceph("auth", "get", "client.dc1-h100")[0]?.caps ?? {};
    check(
      `${name}: the nodes' key reaches this file system alone`,
      /fsname=scratch/.test(caps.mds) && /tag cephfs data=scratch/.test(caps.osd),
      JSON.stringify(caps),
    );
  } finally {
    monitor.stop();
  }
}

function rook() {
  const schemas = rookSchemas(folder);
  if (schemas === undefined) {
    say("skipped", "Rook's manifests by its custom resources", "github.com/rook/rook is not to be had");
    return;
  }
  for (const protection of ["3x", "4+2"]) {
    const text = storageFile(storage({ protection, failureDomain: "rack", deploy: "rook" }), "rook.yaml");
    const problems = rookProblems(text, schemas, folder);
    check(`Rook's custom resources take the manifests with ${protection}`, problems === "", problems);
    const faults = [
      changed(text, "CephCluster", ({ spec, ...one }) => ({ ...one, spec: { ...spec, mons: spec.mon } })),
      changed(text, "CephCluster", ({ spec, ...one }) => ({ ...one, spec: { ...spec, mon: { count: 12 } } })),
      changed(text, "CephFilesystem", ({ spec, ...one }) => ({ ...one, spec: { ...spec, metadataServer: {} } })),
    ];
    const missed = faults.filter((fault) => rookProblems(fault, schemas, folder) === "").length;
    check(`they refuse three planted faults with ${protection}`, missed === 0, `${missed} passed`);
  }
}

const METAL3 = {
  tool: "metal3",
  image: "https://images.example.com/node.qcow2",
  imageChecksum: "https://images.example.com/node.qcow2.sha256",
  interface: "eno3",
};

/** Hosts of Metal3, over IPMI and Redfish, and planted faults. */
function metal3() {
  const reader = metal3Reader(folder);
  if (reader === undefined) {
    say("skipped", "hosts by Metal3's own types", "its module is not to be had");
    return;
  }
  const mac = (port, node) => `04:3f:72:00:0${port}:${node.toString(16).padStart(2, "0")}`;
  const names = Array.from({ length: 12 }, (_, i) => `dgx${String(i + 1).padStart(3, "0")}`);
  const hosts = ["host,serial,bmc_mac,boot_mac", ...names.map((name, i) => `${name},S${i},${mac(1, i)},${mac(2, i)}`)];
  const textOf = (more) => {
    const at = mkdtempSync(join(folder, "metal3-"));
    write(defineSite({ ...props(), hosts: hosts.join("\n"), provisioning: { ...METAL3, ...more } }), at);
    return readFileSync(join(at, "provisioning/metal3.yaml"), "utf8");
  };
  const text = textOf({ bmc: "redfish", redfishSystem: "DGX" });
  const found = [textOf({}), text].map((one) => metal3Problems(reader, one, 12, folder)).join("");
  check("Metal3's types and its webhook take twelve hosts by IPMI and by Redfish", found === "", found);
  const faults = [
    text.replaceAll("bootMACAddress", "bootMAC"),
    text.replaceAll("redfish-virtualmedia://10.20.0.5", "redfisch://10.20.0.5"),
    text.replaceAll("url: https://images", "url: images"),
    text.replaceAll("online: true", 'online: "yes"'),
  ];
  const missed = faults.filter((fault) => metal3Problems(reader, fault, 12, folder) === "").length;
  check("they refuse four planted faults", missed === 0, `${missed} passed`);
}

/** ansible-core is no package of every distribution's release: it comes from PyPI into a folder of its own. */
function ansible() {
  if (absent("ansible-inventory").length === 0) return "";
  const venv = join(process.env.WARPFORM_VENV ?? join(tmpdir(), "warpform-onprem-venv"));
  const bin = join(venv, "bin");
  if (!existsSync(join(bin, "ansible-inventory"))) {
    spawnSync("python3", ["-m", "venv", venv]);
    spawnSync(join(bin, "pip"), ["install", "-q", "ansible-core"], { timeout: 240_000 });
  }
  return existsSync(join(bin, "ansible-inventory")) ? `${bin}/` : undefined;
}

function inventory(bin) {
  const run = (program, ...args) =>
    spawnSync(`${bin}${program}`, args, { cwd: folder, encoding: "utf8", timeout: 120_000 });
  const listed = run("ansible-inventory", "-i", "ansible/inventory.yml", "--list");
  const groups = listed.status === 0 ? JSON.parse(listed.stdout) : {};
  const vars = groups._meta?.hostvars?.dgx005;
  check(
    "ansible-inventory reads hosts, groups and variables without a warning",
    groups["slurm-node"]?.hosts.length === 12 &&
      groups["slurm-master"]?.hosts.join() === "localhost" &&
      vars?.bmc_address === "10.20.0.5" &&
      vars?.cluster_name === "dc1-h100" &&
      listed.stderr === "",
    listed.stderr + listed.stdout.slice(0, 200),
  );
  const syntax = run("ansible-playbook", "--syntax-check", "-i", "ansible/inventory.yml", "ansible/site.yml");
  check("ansible-playbook takes the play", syntax.status === 0 && !/ERROR|WARNING/.test(syntax.stderr), syntax.stderr);
}

function health() {
  const well = nodeHealth(folder, "node-health");
  check("node-health leaves a whole node alone", well.status === 0 && well.drained === "", well.said);
  const sick = {
    "7 of 8 GPUs": { gpus: 7 },
    "7 of 8 ports": { ports: 7 },
    "0 of 8 ports": { rate: 200 },
    "/scratch is not": { mounts: [] },
    "in no pool": { node: "dgx099" },
  };
  const missed = Object.entries(sick).filter(([reason, how]) => {
    const { status, drained } = nodeHealth(folder, "node-health", how);
    return status !== 1 || !drained.includes("State=DRAIN") || !drained.includes(reason);
  });
  check(`it drains a node with the reason in ${Object.keys(sick).length} cases`, missed.length === 0, missed.join());
  const before = nodeHealth(folder, "prolog", { gpus: 7 });
  check("as prolog it fails and leaves the drain to Slurm", before.status === 1 && before.drained === "", before.said);
}

/** The example as its user runs it, by the command line and as a program. */
function examples() {
  const root = join(import.meta.dirname, "../../..");
  const run = (file, args, env = {}) =>
    spawnSync(process.execPath, ["--import", "tsx", file, ...args], {
      cwd: root,
      encoding: "utf8",
      timeout: 120_000,
      env: { ...process.env, ...env },
    });
  const out = join(folder, "example");
  const bundle = run("lib/cli/bin.ts", ["bundle", "examples/on-premises/site.yaml", "--output", out]);
  const cables = existsSync(join(out, "fabric/cables.csv"))
    ? readFileSync(join(out, "fabric/cables.csv"), "utf8").trim().split("\n")
    : [];
  check(
    "warpform bundle writes the example: 63 nodes, 24 switches, 1,018 cables",
    bundle.status === 0 && cables.length === 1019,
    bundle.stderr + cables.length,
  );
  const loaded = run("-e", [
    'require("./lib/clouds/onprem"); console.log(Object.keys(require.cache).filter((file) => /provider-aws|@pulumi|clouds.aws/.test(file)).join());',
  ]);
  check(
    "warpform/onprem loads no package of AWS and none of its files",
    loaded.status === 0 && loaded.stdout.trim() === "",
    loaded.stdout + loaded.stderr,
  );
  const cdk = join(folder, "cdktf.out");
  const synth = run("examples/on-premises/program.ts", [], { CDKTF_OUTDIR: cdk });
  const stack = join(cdk, "stacks/on-premises/cdk.tf.json");
  const files = existsSync(stack)
    ? Object.values(JSON.parse(readFileSync(stack, "utf8")).resource?.local_file ?? {})
    : [];
  check(
    "the program gives the same files to Terraform",
    files.length > 20 && files.every(({ filename }) => filename.startsWith("dc1-h100/")),
    synth.stderr,
  );
}

try {
  write(define(), folder);
  health();
  examples();
  const noSlurm = absent("slurmctld", "scontrol", "sinfo");
  if (noSlurm.length === 0) await slurm();
  else
    say(
      "skipped",
      "the static site on slurmctld",
      `${noSlurm.join(", ")} not found; apt-get install slurmctld slurm-client`,
    );
  const noRecords = [
    ...absent("slurmctld", "slurmdbd", "mariadbd", "sacctmgr"),
    ...(process.getuid() === 0 ? [] : ["root"]),
  ];
  if (noRecords.length === 0) await accounting();
  else
    say(
      "skipped",
      "accounting on slurmdbd and MariaDB",
      `${noRecords.join(", ")} not found; apt-get install slurmdbd mariadb-server`,
    );
  const noFabric = absent("ibsim", "opensm", "ibnetdiscover", "ibstat", "smpquery");
  if (noFabric.length === 0 && umad2sim()) {
    await miswired();
    await fabric();
    await planes(check, mkdtempSync(join(folder, "planes-")));
  } else
    say(
      "skipped",
      "partitions and cables on OpenSM",
      `${noFabric.join(", ") || "libumad2sim.so"} not found; apt-get install ibsim-utils opensm infiniband-diags`,
    );
  const noRouting = [...absent("vtysh", "ip", "ping"), ...(process.getuid() === 0 ? [] : ["root"])];
  if (noRouting.length === 0) await ethernet();
  else
    say(
      "skipped",
      "an Ethernet fabric on FRR",
      `${noRouting.join(", ")} not found; apt-get install frr iproute2 iputils-ping`,
    );
  if (process.env.WARPFORM_SONIC_MODELS && absent("yanglint").length === 0) sonic();
  else
    say("skipped", "switch files by SONiC's models", "WARPFORM_SONIC_MODELS names no checkout of them, or no yanglint");
  if (absent("promtool").length === 0) monitoring();
  else say("skipped", "monitoring by promtool", "promtool not found; apt-get install prometheus");
  const noCeph = absent("ceph-mon", "ceph", "crushtool");
  if (noCeph.length === 0) {
    await ceph("3x", "host");
    await ceph("4+2", "rack");
  } else
    say(
      "skipped",
      "storage on Ceph's monitor",
      `${noCeph.join(", ")} not found; apt-get install ceph-mon ceph-common python3-ceph-common`,
    );
  if (absent("go", "kubeconform").length === 0) rook();
  else say("skipped", "Rook's manifests by its custom resources", "go or kubeconform not found");
  if (absent("go").length === 0) metal3();
  else say("skipped", "hosts by Metal3's own types", "go not found");
  const bin = ansible();
  if (bin !== undefined) inventory(bin);
  else say("skipped", "inventory and play by ansible-core", "not found, and not to be had from PyPI");
} catch (error) {
  say("FAILED", "the program itself", error.stack);
} finally {
  if (!process.env.WARPFORM_KEEP) rmSync(folder, { recursive: true, force: true });
}
console.log(`${counts.ok} passed, ${counts.FAILED} failed, ${counts.skipped} skipped`);
process.exitCode = counts.FAILED > 0 ? 1 : 0;
