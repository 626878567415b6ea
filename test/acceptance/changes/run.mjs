// What `warpform diff` says of a change, held against the plan of the real terraform and tofu for the same change on a cluster
// that was applied; renames with `moved` blocks, and resources that Terraform is told to forget, among them.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, fail, find, finish, root, run, skip, tail, warpform } from "../lib/checks.mjs";
import { offline, whyNotOffline } from "../lib/offline.mjs";

const BASE = ["fileSystems.scratch={ kind: lustre, capacityTiB: 12 }", "buckets.results={}"];
const base = (...more) => [...BASE, ...more];

/** What each variant of the cluster must come to; `destroyed` is what goes for good. */
const VARIANTS = [
  { name: "nothing", settings: base(), exit: 0, changes: "none" },
  { name: "every resource renamed and moved", settings: base(), rename: ["*"], moved: true, exit: 0, changes: "moves" },
  {
    name: "a volume and buckets renamed only",
    settings: base(),
    rename: ["aws_ebs_volume", "aws_s3_bucket"],
    exit: 20,
  },
  {
    name: "a pool and a partition added",
    settings: base(
      "pools.extra={ instanceType: c7i.24xlarge, nodes: { min: 0, max: 2 } }",
      "slurm.partitions=[{ name: extra, pools: [extra] }, { name: all, pools: [h100, l40s, cpu] }]",
    ),
    exit: 10,
  },
  { name: "an account added", settings: base("slurm.accounts=[{ name: new, share: 1, users: [ada, bob] }]"), exit: 0 },
  { name: "fewer nodes", settings: base("pools.l40s.nodes.max=12"), exit: 10 },
  { name: "a larger file system", settings: base("fileSystems.scratch.capacityTiB=24"), exit: 0 },
  { name: "a bucket removed", settings: [BASE[0]], exit: 20 },
  { name: "a larger head", settings: base("slurm.instanceType=m7i.8xlarge"), exit: 10 },
  { name: "another budget", settings: base("monitoring.monthlyBudgetUsd=1"), exit: 0 },
];

const folder = mkdtempSync(join(tmpdir(), "warpform-changes-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const blueprint = join(root, "examples/blueprints/slurm-mixed.yaml");

function synthesize(variants) {
  const args = ["--import", "tsx", join(import.meta.dirname, "worker.ts"), blueprint, folder, JSON.stringify(variants)];
  const result = run(process.execPath, args, { cwd: root });
  if (result.status !== 0) throw new Error(tail(result));
}
const stackOf = (name) => {
  const stacks = join(folder, name, "stacks");
  return join(stacks, readdirSync(stacks)[0]);
};
const configOf = (name) => JSON.parse(readFileSync(join(stackOf(name), "cdk.tf.json"), "utf8"));
const addressesOf = ({ resource }) =>
  Object.entries(resource).flatMap(([type, named]) => Object.keys(named).map((name) => `${type}.${name}`));

/** What `warpform diff` says of the way from one variant to another. */
function diff(before, after) {
  const args = [...warpform(), "diff", stackOf(before), stackOf(after), "--json"];
  const result = run(process.execPath, args, { cwd: root });
  if (![0, 10, 20].includes(result.status)) throw new Error(tail(result));
  return { exit: result.status, ...Object.values(JSON.parse(result.stdout))[0] };
}

/** A cluster that an engine has applied, with the settings to go on from there. */
function applied(engine, binary) {
  const result = offline(engine, stackOf("nothing"), "--until", "apply", "--keep");
  const kept = /^kept (\S+) +\(TF_CLI_CONFIG_FILE=(\S+) terraform -chdir=(\S+)/m.exec(result.stdout);
  if (kept !== null) process.on("exit", () => rmSync(kept[1], { recursive: true, force: true }));
  if (result.status !== 0 || kept === null) throw new Error(tail(result));
  const env = { ...process.env, TF_CLI_CONFIG_FILE: kept[2], CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1" };
  return { directory: kept[3], engine: (...words) => run(binary, [...words, "-no-color"], { cwd: kept[3], env }) };
}

/** The engine's own plan for a variant: resource changes with their actions. */
function plan({ directory, engine }, name) {
  const config = configOf(name);
  config.terraform.backend = { local: { path: "terraform.tfstate" } };
  cpSync(stackOf(name), directory, { recursive: true });
  writeFileSync(join(directory, "cdk.tf.json"), JSON.stringify(config));
  const made = engine("plan", "-input=false", "-lock=false", "-refresh=false", "-out=change");
  if (made.status !== 0) throw new Error(tail(made));
  const shown = engine("show", "-json", "change");
  if (shown.status !== 0) throw new Error(tail(shown));
  return JSON.parse(shown.stdout).resource_changes.filter(({ mode }) => mode === "managed");
}

const sorted = (list) => [...new Set(list)].sort();
const missing = (from, list) => from.filter((item) => !list.includes(item));

/** Complaints about what differs between the two; what an update makes unknown the text cannot tell, so the plan may have more updates. */
function compare(said, planned) {
  const of = (action) => sorted(planned.filter(({ change }) => change.actions.join() === action).map((c) => c.address));
  const saidOf = (...actions) =>
    sorted(said.resources.filter(({ action }) => actions.includes(action)).map(({ address }) => address));
  const pairs = [
    ["created", saidOf("create"), of("create")],
    ["destroyed", saidOf("destroy"), of("delete")],
  ];
  const complaints = pairs.flatMap(([what, ours, theirs]) => [
    ...missing(ours, theirs).map((address) => `${address} is ${what} by warpform diff only`),
    ...missing(theirs, ours).map((address) => `${address} is ${what} by the plan only`),
  ]);
  const changed = saidOf("update", "restart", "replace", "may-replace");
  const touched = sorted(
    planned.filter(({ change }) => !["no-op", "create"].includes(change.actions.join())).map((c) => c.address),
  );
  const notTouched = missing(changed, touched).map((address) => `${address} changes by warpform diff only`);
  return [...complaints, ...notTouched].slice(0, 5).join("\n    ");
}

synthesize(VARIANTS);
const bucket = addressesOf(configOf("nothing")).filter(
  (address) => !addressesOf(configOf("a bucket removed")).includes(address),
);
const FORGOTTEN = { name: "a bucket forgotten", settings: [BASE[0]], forget: bucket, exit: 0 };
synthesize([FORGOTTEN]);

const variants = [...VARIANTS, FORGOTTEN];
const said = new Map(variants.map(({ name }) => [name, diff("nothing", name)]));
for (const { name, exit } of variants) {
  check(`warpform diff of ${name} ends with ${exit}`, () =>
    said.get(name).exit === exit
      ? undefined
      : `${said.get(name).exit}: ${JSON.stringify(said.get(name).findings.slice(0, 3))}`,
  );
}

/** OpenTofu plans from the same text with the same rules; what is its own are the blocks that speak of addresses. */
const AGAIN = ["nothing", "every resource renamed and moved", "a volume and buckets renamed only", FORGOTTEN.name];

for (const engine of ["terraform", "tofu"]) {
  const binary = find(engine);
  const title = `${engine} plans what warpform diff says`;
  const why = whyNotOffline(engine);
  if (why !== undefined) skip(title, why);
  else {
    let cluster;
    try {
      cluster = applied(engine, binary);
    } catch (error) {
      fail(`${engine} applies the cluster`, error.message);
      continue;
    }
    for (const { name, changes, forget = [] } of variants.filter(
      (v) => engine === "terraform" || AGAIN.includes(v.name),
    )) {
      check(`${title}: ${name}`, () => {
        const planned = plan(cluster, name);
        const differs = compare(said.get(name), planned);
        if (differs) return differs;
        const active = planned.filter(({ change }) => change.actions.join() !== "no-op");
        if (changes === "none" && active.length > 0) return `${active[0].address} changes`;
        if (changes === "moves") {
          const still = planned.filter(({ previous_address: from }) => from === undefined);
          if (still.length > 0) return `${still[0].address} does not say that it was moved`;
          if (active.length > 0) return `${active[0].address}: ${active[0].change.actions}`;
          if (planned.length < 50) return `only ${planned.length} resources`;
        }
        const kept = forget.filter(
          (address) => !active.some((c) => c.address === address && c.change.actions.join() === "forget"),
        );
        return kept.length > 0 ? `${kept[0]} is not forgotten` : undefined;
      });
    }
  }
}
finish();
