// Proves the fat-trees of lib/sizing on the real OpenSM over ibsim: every pair of ports is reached by the shortest way,
// uplinks carry equal numbers of routes, and the fabric stays whole with any one spine, core or cable gone.
// A real slurmctld then reads their switches. Needs: apt-get install ibsim-utils opensm infiniband-diags slurmctld slurm-client
import { spawnSync } from "node:child_process";
import { require as load } from "tsx/cjs/api";
import { IbFabric, umad2sim } from "./ib-fabric.mjs";
import { slurmTree } from "./slurm-tree.mjs";

const { fatTree } = load("../../../lib/sizing/fabric/fat-tree.ts", import.meta.url);
const { fatTreeWiring } = load("../../../lib/sizing/fabric/fat-tree-wiring.ts", import.meta.url);
const { fatTreeStage } = load("../../../lib/sizing/fabric/fat-tree-stage.ts", import.meta.url);
const { openSmConfig, rootSwitches } = load("../../../lib/sizing/fabric/opensm.ts", import.meta.url);
const { fatTreeSwitches } = load("../../../lib/slurm/definition/fat-tree-switches.ts", import.meta.url);

const counts = { ok: 0, FAILED: 0, skipped: 0 };
function say(result, name, why) {
  counts[result]++;
  console.log(why ? `${result} ${name}: ${why}` : `${result} ${name}`);
}
const check = (name, good, why) => (good ? say("ok", name) : say("FAILED", name, why));

/** `damage`: which losses are tried. Small trees lose each of their spines, cores and cables in turn. */
const CASES = [
  { name: "two tiers, 8 nodes of 2 rails", props: { nodes: 8, railsPerNode: 2, switchPorts: 8 }, damage: "each" },
  {
    name: "two tiers at 2:1, 12 packed nodes of 2 ports",
    props: { nodes: 12, railsPerNode: 2, switchPorts: 12, layout: "node-packed", leafOversubscription: 2 },
    damage: "each",
  },
  { name: "three tiers, 32 nodes of 2 rails", props: { nodes: 32, railsPerNode: 2, switchPorts: 8 }, damage: "each" },
  {
    name: "H100 SuperPOD, 127 nodes and 4 UFM ports",
    props: { nodes: 127, railsPerNode: 8, switchPorts: 64, extraEndpoints: 4 },
    damage: "first",
  },
  {
    name: "A100 SuperPOD, 140 nodes in three tiers",
    props: { nodes: 140, railsPerNode: 8, switchPorts: 40, tiers: 3 },
    damage: "none",
  },
  // A tree that grows, at its earlier steps: the same cables as later, fewer of them.
  {
    name: "8 of 32 nodes, three tiers",
    props: { nodes: 32, railsPerNode: 2, switchPorts: 8 },
    nodes: 8,
    damage: "each",
  },
  {
    name: "16 of 32 nodes, three tiers",
    props: { nodes: 32, railsPerNode: 2, switchPorts: 8 },
    nodes: 16,
    damage: "each",
  },
  // ND H100 v5 of Azure: 8 x 400 Gb/s per node on Quantum-2 switches of 64 ports, a rail per GPU; up to a placement group's 100 nodes, of
  // which 96 fill the leaves. Azure publishes neither its rails nor its switches' number. https://learn.microsoft.com/azure/virtual-machines/setup-infiniband
  { name: "Azure ND H100 v5, 16 nodes", props: { nodes: 16, railsPerNode: 8, switchPorts: 64 }, damage: "first" },
  { name: "Azure ND H100 v5, 64 nodes", props: { nodes: 64, railsPerNode: 8, switchPorts: 64 }, damage: "none" },
  { name: "Azure ND H100 v5, 96 nodes", props: { nodes: 96, railsPerNode: 8, switchPorts: 64 }, damage: "none" },
  { name: "Azure ND H100 v5, 100 nodes", props: { nodes: 100, railsPerNode: 8, switchPorts: 64 }, damage: "none" },
  { name: "64 of 256 nodes", props: { nodes: 256, railsPerNode: 8, switchPorts: 64 }, nodes: 64, damage: "first" },
];

/** The wiring of a case, at its step where the tree grows. */
function wiringOf(tree, nodes = tree.props.nodes) {
  const whole = fatTreeWiring(tree);
  return { ...whole, ...fatTreeStage(tree, whole, nodes), nodes: whole.nodes.slice(0, nodes) };
}

/** Number of hosts by leaf. */
function hostsByLeaf(wiring) {
  const hosts = new Map();
  for (const { kind, to } of wiring.cables) if (kind === "node-leaf") hosts.set(to.name, (hosts.get(to.name) ?? 0) + 1);
  return hosts;
}

/**
 * Uplinks must carry the same number of routes as those of other leaves with as many hosts; where nodes don't fill the tree, a tenth of the mean
 * apart at most, or one destination, since destinations can't be split.
 */
function evenness(wiring, load) {
  const hosts = hostsByLeaf(wiring);
  const uplinks = new Map();
  for (const { kind, from } of wiring.cables) {
    if (kind === "node-leaf") continue;
    const of =
      kind === "leaf-spine" ? `${kind} uplinks of leaves with ${hosts.get(from.name)} hosts` : `${kind} uplinks`;
    uplinks.set(of, [...(uplinks.get(of) ?? []), load.get(`${from.name}:${from.port}`) ?? 0]);
  }
  return [...uplinks].map(([of, loads]) => {
    const mean = loads.reduce((a, b) => a + b, 0) / loads.length;
    return { of, min: Math.min(...loads), max: Math.max(...loads), spread: Math.max(...loads) / mean - 1 };
  });
}

/**
 * Uplinks that more of a leaf's hosts are reached by than must be. ftree begins with the same uplinks for the first hosts of every leaf, so that
 * leaves that are filled in part make those carry more routes: 31 and 23 of them with 100 nodes of 8 rails. A step of a collective sends from one
 * leaf to another, which it does by as many uplinks as there are hosts all the same.
 */
function crowded(wiring, fabric) {
  const hosts = hostsByLeaf(wiring);
  const switches = [...fabric.graph.values()].filter(({ name }) => hosts.has(name));
  const ends = [...fabric.lids].map(([lid, guid]) => [lid, fabric.graph.get(guid)]).filter(([, end]) => !end.isSwitch);
  const found = [];
  for (const { name, table } of switches) {
    const uplinks = wiring.cables.filter(({ kind, from }) => kind === "leaf-spine" && from.name === name).length;
    const counts = new Map();
    for (const [lid, end] of ends) {
      const leaf = fabric.graph.get([...end.ports.values()][0]).name;
      const key = `${table.get(lid)} of ${name} to ${leaf}`;
      counts.set(key, { leaf, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    for (const [key, { leaf, count }] of counts)
      if (leaf !== name && count > Math.ceil(hosts.get(leaf) / uplinks)) found.push(`${count} by ${key}`);
  }
  return found;
}

async function prove({ name, props, nodes, damage }) {
  const tree = fatTree(props);
  const wiring = wiringOf(tree, nodes);
  const fabric = new IbFabric(wiring);
  try {
    await fabric.start();
    const guids = fabric.guids();
    const files = {
      "opensm.conf": openSmConfig(tree, { directory: fabric.dir }),
      "root-guids.conf": rootSwitches(tree)
        .flatMap((root) => guids[root] ?? [])
        .join("\n"),
    };
    await fabric.route(files);
    const whole = fabric.walk();
    const hosts = wiring.links.nodeLeaf;
    check(`${name}: OpenSM takes the configuration and routes with ftree`, fabric.engine === "ftree", fabric.engine);
    check(
      `${name}: all ${hosts * (hosts - 1)} pairs of ports are reached, in ${tree.tiers * 2 - 1} switches at most`,
      whole.hosts === hosts && whole.unreached === 0 && whole.most <= tree.tiers * 2 - 1 + 1,
      `${whole.hosts} hosts, ${whole.unreached} pairs unreached, ${whole.most} hops`,
    );
    const full =
      nodes !== undefined ||
      tree.links.nodeLeaf === tree.units * tree.leaf.downlinks * (tree.switches.leaf / tree.units);
    const perLeaf = [...hostsByLeaf(wiring).values()];
    const [most, several] = [Math.max(...perLeaf), new Set(perLeaf).size > 1];
    for (const { of, min, max, spread } of evenness(wiring, whole.load))
      check(
        `${name}: ${of} carry ${min}${max === min ? "" : ` to ${max}`} routes each`,
        min > 0 && (full ? spread <= 0.02 : several || spread <= 0.1 || max - min <= most),
        `the fullest carries ${(spread * 100).toFixed(1)} % more than the mean`,
      );
    const shared = crowded(wiring, fabric);
    check(`${name}: hosts of a leaf are reached by different uplinks`, shared.length === 0, shared[0]);
    if (damage === "each") await control(name, fabric, wiring, files);
    if (damage !== "none") await survive(name, fabric, wiring, files, hosts, damage);
  } catch (error) {
    say("FAILED", name, error.message);
  } finally {
    fabric.stop();
  }
}

/** The other checks must be able to fail: with every uplink of one leaf cut, pairs have to be unreached. */
async function control(name, fabric, wiring, files) {
  const ends = wiring.cables.filter((c) => c.kind === "leaf-spine" && c.from.name === "leaf1").map((c) => c.from);
  await fabric.console(...ends.map((end) => `unlink "${end.name}"[${end.port}]`));
  await fabric.route(files);
  const { hosts, unreached } = fabric.walk();
  const seen =
    hosts < wiring.nodes.length * wiring.cables.filter((c) => c.from.name === "node1").length || unreached > 0;
  check(`${name}: a leaf without uplinks is seen as cut off`, seen, "nothing was missed");
  await fabric.console(...ends.map((end) => `relink "${end.name}"[${end.port}]`));
}

async function survive(name, fabric, wiring, files, hosts, damage) {
  const between = wiring.cables.filter((c) => c.kind !== "node-leaf");
  const endsOf = (s) =>
    between.filter((c) => c.from.name === s || c.to.name === s).map((c) => (c.from.name === s ? c.from : c.to));
  const losses = (tier) =>
    wiring.switches.filter((s) => s.tier === tier).map((s) => ({ label: s.name, ends: endsOf(s.name) }));
  const groups = {
    spine: losses("spine"),
    core: losses("core"),
    cable: between.map((c) => ({ label: `${c.from.name}[${c.from.port}]`, ends: [c.from] })),
  };
  for (const [kind, all] of Object.entries(groups)) {
    const tried = damage === "each" ? all : all.slice(0, 1);
    if (tried.length === 0) continue;
    const broken = [];
    const engines = new Set();
    for (const { label, ends } of tried) {
      await fabric.console(...ends.map((end) => `unlink "${end.name}"[${end.port}]`));
      await fabric.route(files);
      const { hosts: found, unreached } = fabric.walk();
      const gone = ends.filter((e) => [...fabric.graph.values()].find((n) => n.name === e.name)?.ports.has(e.port));
      engines.add(fabric.engine);
      if (gone.length > 0) broken.push(`${label} was not cut`);
      if (found !== hosts || unreached > 0) broken.push(`${label}: ${found} hosts, ${unreached} pairs unreached`);
      await fabric.console(...ends.map((end) => `relink "${end.name}"[${end.port}]`));
    }
    const which = damage === "each" ? `any one of ${tried.length} ${kind}s` : `one ${kind}`;
    check(`${name}: whole with ${which} gone (${[...engines].join(", ")})`, broken.length === 0, broken.join("; "));
  }
}

/** Slurm must put every node below the top switch, and as many switches as we wrote. */
async function schedule({ name, props }) {
  const tree = fatTree(props);
  const ours = fatTreeSwitches(tree);
  const { switches, why } = await slurmTree(ours, `node[1-${props.nodes}]`);
  const top = switches.find((s) => s.name === ours.at(-1).name);
  check(
    `${name}: slurmctld reads ${ours.length} switches with all nodes below ${ours.at(-1).name}`,
    switches.length === ours.length && top?.below === `node[1-${props.nodes}]`,
    why ?? `it shows ${switches.length} switches, ${top?.below} below the top`,
  );
}

const absent = (...programs) => programs.filter((p) => spawnSync("which", [p]).status !== 0);
const missing = absent("ibsim", "opensm", "ibnetdiscover");
if (missing.length > 0 || umad2sim() === undefined) {
  const why = `${missing.join(", ") || "libumad2sim.so"} not found; apt-get install ibsim-utils opensm infiniband-diags`;
  for (const { name } of CASES) say("skipped", name, why);
} else {
  const only = process.argv[2];
  const queue = CASES.filter(({ name }) => !only || name.includes(only));
  // Three fabrics at once, the one with most cables to cut first: simulator and programs mostly wait for each other.
  queue.sort((a, b) => Number(b.props.nodes === 32 && !b.nodes) - Number(a.props.nodes === 32 && !a.nodes));
  const lane = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) await prove(one);
  };
  await Promise.all([lane(), lane(), lane()]);
}
const noSlurm = absent("slurmctld", "scontrol");
for (const one of CASES.filter(({ nodes }) => nodes === undefined)) {
  if (process.argv[2] && !one.name.includes(process.argv[2])) continue;
  if (noSlurm.length === 0) await schedule(one);
  else
    say(
      "skipped",
      `${one.name}: slurmctld reads the switches`,
      `${noSlurm.join(", ")} not found; apt-get install slurmctld slurm-client`,
    );
}
console.log(`${counts.ok} passed, ${counts.FAILED} failed, ${counts.skipped} skipped`);
process.exitCode = counts.FAILED > 0 ? 1 : 0;
