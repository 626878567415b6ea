// Every prop that a user changes on a running cluster, from a first value to a second and back, on a real API server; what it took and
// what became of each object is held against what `warpform diff` says.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, fail, root, run, skip, tail } from "../../lib/checks.mjs";
import { renderedCharts } from "../rendered-charts.mjs";

const TITLE = "upgrades of a running cluster do what `warpform diff` says";
const WALK = "random changes of a running cluster do what `warpform diff` says";
export const TITLES = [TITLE, WALK];

/** The hash in a name is the template's expression before it is rendered. */
const plain = (name) => name.replace(/\{\{.*\}\}|(?<=-)[0-9a-f]{10}$/, "#");

function rendered(helm, directory, folder, stack) {
  const stacks = join(directory, "stacks", "matrix");
  const json = JSON.parse(readFileSync(join(stacks, "cdk.tf.json"), "utf8"));
  return renderedCharts(helm, { name: stack, directory: stacks, json }, folder).find(
    ({ name }) => name === "workloads",
  );
}

const WRITTEN_BY_SERVER = [
  "resourceVersion",
  "generation",
  "managedFields",
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "finalizers",
  "status",
];
/** Annotations of volumes' and rollouts' controllers. */
const BY_CONTROLLER = /^(pv|deployment|deprecated\.daemonset)\.(kubernetes\.io|template)/;

/** What a volume's controller fills in of the claim that it belongs to, at a moment of its own. */
const claimed = ({ namespace, name }) => ({ namespace, name });

/** An object without what the server and controllers write, as text. */
function own(key, value) {
  if (WRITTEN_BY_SERVER.includes(key)) return undefined;
  if (key === "claimRef") return claimed(value);
  if (key !== "annotations") return value;
  const kept = Object.entries(value).filter(([name]) => !BY_CONTROLLER.test(name));
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

const keyOf = ({ kind, metadata: { namespace, name } }) => `${kind} ${namespace ? `${namespace}/` : ""}${name}`;

/** Objects that only Helm's hooks make, which do not run here. */
const hooksOf = (objects) =>
  new Set(objects.filter(({ metadata }) => metadata.annotations?.["helm.sh/hook"]).map(keyOf));

/** What the API server holds of a chart's objects, by kind and name, without what it and controllers write. */
function held(cluster, { objects, manifests }) {
  const found = cluster.must(["get", "-f", manifests, "-o", "json", "--ignore-not-found"]);
  const { items } = found === "" ? { items: [] } : JSON.parse(found);
  const hooks = hooksOf(objects);
  return new Map(
    items.filter((object) => !hooks.has(keyOf(object))).map((object) => [keyOf(object), JSON.stringify(object, own)]),
  );
}

/** Objects that are others, as kinds and names. */
function became(before, after) {
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    if (!before.has(key)) return `created ${plain(key)}`;
    if (!after.has(key)) return `removed ${plain(key)}`;
    return before.get(key) === after.get(key) ? [] : `changed ${plain(key)}`;
  });
  return [...new Set(lines)].sort();
}

/** Upgrades the release to another chart; `complaint` where what happens is not what was said, and what is held then. */
function upgrade(cluster, helm, before, to, said, { validated = false } = {}) {
  // a namespace that the change before took away takes seconds to go, and nothing is made in it meanwhile
  cluster.until(60, () =>
    cluster.get("namespaces").some(({ status }) => status.phase === "Terminating") ? "a namespace goes" : "",
  );
  const result = cluster.helm(helm, [
    "upgrade",
    "--install",
    "workloads",
    to.path,
    "--namespace",
    "warpform",
    "--create-namespace",
    "--values",
    to.valuesFile,
    "--no-hooks",
    "--timeout",
    "60s",
    "--qps",
    "500",
    // half of an upgrade's time; the way back leads to what was validated at first
    ...(validated ? ["--disable-openapi-validation"] : []),
  ]);
  const refusal = said.find(({ impact }) => impact === "release-refused");
  if (result.status !== 0)
    return { after: before, complaint: refusal ? "" : `refused, of which diff says nothing: ${tail(result, 4)}` };
  const after = held(cluster, to);
  if (refusal) return { after, complaint: `diff says that ${refusal.object} is refused, and the API server took it` };
  const hooks = hooksOf(to.objects);
  const predicted = [
    ...new Set(
      said
        .filter(({ says, object }) => says !== "runs again" && !hooks.has(object))
        .map(({ change, object }) => `${change} ${plain(object)}`),
    ),
  ].sort();
  const actual = became(before, after);
  const unsaid = actual.filter((line) => !predicted.includes(line));
  const undone = predicted.filter((line) => !actual.includes(line));
  const same = unsaid.length + undone.length === 0;
  const complaint = `not said: ${unsaid.join(", ") || "-"}; said, but it is not so: ${undone.join(", ") || "-"}`;
  return { after, complaint: same ? "" : complaint };
}

/** What a program's cells synthesize to, and what diff says of them; once for all processes, however many ask. */
export function synthesized(folder, name) {
  const kept = join(folder, `${name}.json`);
  if (!existsSync(kept)) {
    const program = join(import.meta.dirname, `${name}-program.ts`);
    const args = ["--import", "tsx", program, join(folder, name)];
    const result = run(process.execPath, args, { cwd: root, maxBuffer: 1 << 28 });
    if (result.status !== 0) throw new Error(tail(result));
    writeFileSync(kept, result.stdout);
  }
  return JSON.parse(readFileSync(kept, "utf8"));
}

/** Takes a running cluster through the cells, each there and back. */
export function holdCells(cluster, helm, folder, { base, cells }, place = "") {
  const first = rendered(helm, base, folder, `matrix${place}-base`);
  const installed = upgrade(cluster, helm, new Map(), first, []);
  if (installed.complaint.startsWith("refused")) throw new Error(installed.complaint);
  let now = installed.after;
  for (const [i, { title, folder: directory, refused, there, back }] of cells.entries())
    check(`${TITLE}${place && ` on ${place}`}: ${title}, and back`, () => {
      if (refused) return `it does not synthesize: ${refused}`;
      const away = upgrade(cluster, helm, now, rendered(helm, directory, folder, `matrix${place}-${i}`), there);
      const home = upgrade(cluster, helm, away.after, first, back, { validated: true });
      now = home.after;
      return away.complaint || (home.complaint && `on the way back: ${home.complaint}`);
    });
  uninstall(cluster, helm);
}

/** Namespaces take a while to go, and the next chart makes them anew. */
function uninstall(cluster, helm) {
  cluster.helm(helm, [
    "uninstall",
    "workloads",
    "--namespace",
    "warpform",
    "--no-hooks",
    "--wait",
    "--timeout",
    "180s",
  ]);
}

/** Takes a running cluster from one random design to the next; a release that is refused goes back, as an atomic one does. */
function holdWalk(cluster, helm, folder, { base, seed, steps }) {
  let chart = rendered(helm, base, folder, "walk-base");
  let now = upgrade(cluster, helm, new Map(), chart, []).after;
  const outcomes = {};
  for (const [i, { title, folder: directory, refused, there }] of steps.entries())
    check(`${WALK}: ${title}`, () => {
      const outcome = refused ? "refused at synth" : outcomeOf(there);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (refused) return undefined;
      const next = rendered(helm, directory, folder, `walk-${i}`);
      const { after, complaint } = upgrade(cluster, helm, now, next, there);
      if (outcome === "refused") {
        upgrade(cluster, helm, now, chart, []);
        now = held(cluster, chart);
      } else [now, chart] = [after, next];
      return complaint && `${complaint} (WARPFORM_SEED=${seed})`;
    });
  console.log(`seed ${seed}: ${Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`)}`);
  uninstall(cluster, helm);
}

const outcomeOf = (said) => {
  if (said.some(({ impact }) => impact === "release-refused")) return "refused";
  return said.length === 0 ? "unchanged" : "applied";
};

export function upgradeChecks(cluster, helm, folder) {
  try {
    if (!process.env.WARPFORM_WHOLE)
      skip(`${TITLE}: each of the other cells alone`, "WARPFORM_WHOLE=1 holds them so; here they are in groups");
    holdCells(cluster, helm, folder, synthesized(folder, "upgrade"));
    holdCells(cluster, helm, folder, synthesized(folder, "aks"), "AKS");
    holdWalk(cluster, helm, folder, synthesized(folder, "walk"));
  } catch (error) {
    fail(TITLE, error.message);
  }
}
