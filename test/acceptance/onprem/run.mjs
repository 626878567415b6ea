// Proves the bundle of a cluster on premises on the programs that read it: slurmctld, OpenSM over ibsim, promtool, ansible-core.
// Needs: apt-get install slurmctld slurm-client ibsim-utils opensm infiniband-diags prometheus; pip install ansible-core
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { umad2sim } from "../fabric/ib-fabric.mjs";
import { accept, guidCsvOf, IbFabric, manage, swapped } from "./fabric-site.mjs";
import { nodeHealth } from "./node-site.mjs";
import { define, tenants, wiringOf, write } from "./site.mjs";
import { slurmSite } from "./slurm-site.mjs";

const counts = { ok: 0, FAILED: 0, skipped: 0 };
function say(result, name, why) {
  counts[result]++;
  console.log(why ? `${result} ${name}: ${String(why).slice(0, 600)}` : `${result} ${name}`);
}
const check = (name, good, why) => (good ? say("ok", name) : say("FAILED", name, why));
const absent = (...programs) => programs.filter((p) => spawnSync("which", [p]).status !== 0);
const folder = mkdtempSync(join(tmpdir(), "warpform-onprem-"));

async function slurm() {
  const { nodes, sinfo, topology, errors } = await slurmSite(folder);
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
  const units = [...topology.matchAll(/SwitchName=(unit\d) Level=0 .*Nodes=(\S+)/g)].map(
    ([, unit, list]) => `${unit} ${list}`,
  );
  check(
    "the tree is the planned units",
    units.join() === "unit1 dgx[001-004],unit2 dgx[005-008],unit3 dgx[009-012]",
    topology,
  );
}

async function fabric() {
  const definition = define();
  const wiring = wiringOf(definition);
  const ib = new IbFabric(wiring);
  ib.env.SIM_HOST = "sm1-hca1";
  try {
    await ib.start();
    const csv = guidCsvOf(ib);
    write(define({ guids: csv, tenants }), folder);
    const log = manage(ib, folder);
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
    const failed = manage(ib, folder, (text) => text.replace(/0x[0-9a-f]{16}/, "dgx001"));
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
  const broken = swapped(swapped(wiring, 3, 17), last, last - 20);
  const ib = new IbFabric(broken);
  try {
    await ib.start();
    const { cables } = definition.fabric;
    const labelOf = ({ from }) => cables.find((c) => c.from.device === from.name && c.from.port === from.port).label;
    const wanted = [3, 17, last, last - 20].map((index) => labelOf(wiring.cables[index])).sort();
    const { status, checks, said } = accept(ib, folder, "cables");
    const named = (checks?.cables.problems ?? []).map((line) => line.split(":")[0]).sort();
    check(
      "accept names the four cables of two swapped pairs, by label, before any GUID is known",
      status === 1 && named.join() === wanted.join(),
      said,
    );
  } finally {
    ib.stop();
  }
}

function monitoring() {
  const done = spawnSync("promtool", ["check", "config", "prometheus.yml"], {
    cwd: join(folder, "monitoring"),
    encoding: "utf8",
  });
  check("promtool takes configuration, alerts and targets", done.status === 0, done.stdout + done.stderr);
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
  const noFabric = absent("ibsim", "opensm", "ibnetdiscover", "smpquery");
  if (noFabric.length === 0 && umad2sim()) {
    await miswired();
    await fabric();
  } else
    say(
      "skipped",
      "partitions and cables on OpenSM",
      `${noFabric.join(", ") || "libumad2sim.so"} not found; apt-get install ibsim-utils opensm infiniband-diags`,
    );
  if (absent("promtool").length === 0) monitoring();
  else say("skipped", "monitoring by promtool", "promtool not found; apt-get install prometheus");
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
