// What the examples install into a cluster, held against the real programs: Helm, kubeconform, Checkov, Ray, and, where the
// control plane's tool is beside this checkout, a Kubernetes API server with scheduler, controllers and Karpenter's core.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import {
  cache,
  check,
  fail,
  find,
  finish,
  root,
  run,
  sharedTools,
  skip,
  synthesizedStacks,
  tail,
} from "../lib/checks.mjs";
import { alertChecks } from "./alert-programs.mjs";
import { apiRules, complaints } from "./api-rules.mjs";
import { plantedFaults } from "./faults/planted-faults.mjs";
import { finishLanes, startLanes } from "./lanes.mjs";
import { nodeCheckScripts } from "./node-check.mjs";
import { nodeProgramChecks } from "./node-programs.mjs";
import { nodeFeatureSchemas } from "./published/node-features.mjs";
import { rayChecks } from "./ray-programs.mjs";
import { renderedCharts } from "./rendered-charts.mjs";
import { twoStackChecks } from "./two-stacks.mjs";
import { synthesized } from "./upgrades/upgrade-matrix.mjs";

const folder = mkdtempSync(join(tmpdir(), "warpform-kubernetes-"));
const helm = find("helm");
const kubeconform = find("kubeconform");
const schemas = join(sharedTools, "..", "k8s-schemas");
const ownSchemas = join(root, "test", "acceptance", "kubernetes", "schemas");
const checkov = join(cache, "venv-checkov", "bin", "checkov");

function rendered() {
  if (!helm) {
    skip("helm template", "helm is not installed; .ci/tools installs it");
    return [];
  }
  try {
    return synthesizedStacks().flatMap((stack) => renderedCharts(helm, stack, folder));
  } catch (error) {
    fail("helm template", error.message);
    return [];
  }
}

/** A whole cluster of which there is no example: with KAI's queues and mounted buckets, or with other ways to serve. */
function renderedProgram(name) {
  if (!helm) return [];
  const out = join(folder, name);
  const program = join(import.meta.dirname, `${name}-program.ts`);
  const synth = run(process.execPath, ["--import", "tsx", program, out], { cwd: root });
  if (synth.status !== 0) throw new Error(`${name}-program.ts does not synthesize: ${tail(synth)}`);
  const directory = join(out, "stacks", name);
  const json = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));
  return renderedCharts(helm, { name, directory, json }, folder);
}

/** Existing clusters of other platforms: the writers' charts without any cloud's objects. */
function renderedAnywhere() {
  if (!helm) return [];
  const out = join(folder, "anywhere");
  const program = join(import.meta.dirname, "anywhere-program.ts");
  const synth = run(process.execPath, ["--import", "tsx", program, out], { cwd: root });
  if (synth.status !== 0) throw new Error(`the existing clusters do not synthesize: ${tail(synth)}`);
  return readdirSync(join(out, "stacks")).flatMap((name) => {
    const directory = join(out, "stacks", name);
    const json = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));
    return renderedCharts(helm, { name, directory, json }, folder);
  });
}

/** AKS with all that it takes, InfiniBand among it, of which there is no example. */
function renderedAks() {
  if (!helm) return [];
  const { base, karpenter } = synthesized(folder, "aks");
  const chartsOf = (name, from) => {
    const directory = join(from, "stacks", "matrix");
    const json = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));
    return renderedCharts(helm, { name, directory, json }, folder);
  };
  // the workloads are the same
  return [...chartsOf("aks", base), ...chartsOf("aks-karpenter", karpenter).filter((of) => of.name === "node-pools")];
}

function schemaChecks(chart) {
  const title = `kubeconform of ${chart.stack}/${chart.name}`;
  if (!kubeconform) return skip(title, "kubeconform is not installed; .ci/tools installs it");
  if (!existsSync(schemas)) return skip(title, "the schemas are not beside this checkout");
  check(title, () => {
    const result = run(kubeconform, [
      "-strict",
      "-summary",
      "-output",
      "json",
      ...[schemas, ownSchemas].flatMap((of) => [
        "-schema-location",
        `${of}/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json`,
      ]),
      chart.manifests,
    ]);
    const { resources = [], summary } = JSON.parse(result.stdout);
    // an object without a schema is an error here, not a pass
    if (summary.valid !== chart.objects.length)
      return `${summary.valid} of ${chart.objects.length} are valid: ${resources.map(({ name, msg }) => `${name}: ${msg}`).join("; ")}`;
    return undefined;
  });
}

function ruleChecks(charts) {
  const objects = charts.flatMap((chart) => chart.objects);
  for (const rule of apiRules) {
    check(`${rule.kind}: ${rule.rule}`, () => {
      const sample = { kind: rule.kind, metadata: { name: "broken" }, spec: rule.broken };
      if (complaints(rule, [sample]).length !== 1) return "the rule lets an object pass that breaks it";
      return complaints(rule, objects).join("; ") || undefined;
    });
  }
  check("every worker is selected by a pool that is there", () => {
    const unknown = [...new Set(charts.map(({ stack }) => stack))].flatMap((stack) => {
      const own = charts.filter((chart) => chart.stack === stack);
      const nodePools = own.flatMap((chart) => chart.objects.filter(({ kind }) => kind === "NodePool"));
      const started = nodePools.map(({ spec }) => spec.template.metadata.labels["warpform/pool"]);
      const pools = new Set([...started, ...own.flatMap(({ groups }) => groups)]);
      const selectors = own.flatMap((chart) => [
        ...JSON.stringify(chart.objects.filter(({ kind }) => kind !== "NodePool")).matchAll(
          /"(?:nodeSelector|nodeLabels)":\{"warpform\/pool":"([^"]+)"/g,
        ),
      ]);
      if (selectors.length === 0 && stack.startsWith("kuberay-")) return [`none: ${stack} selects no pool`];
      return selectors.map(([, pool]) => pool).filter((pool) => !pools.has(pool));
    });
    return unknown.length > 0 ? `unknown pools: ${unknown}` : undefined;
  });
}

/** The pods that KubeRay would make: the scanner knows Pods, not RayClusters. */
function rayPods({ objects }) {
  return objects.flatMap(({ kind, metadata, spec }) => {
    const cluster = { RayCluster: spec, RayJob: spec?.rayClusterSpec, RayService: spec?.rayClusterConfig }[kind];
    const groups = cluster ? [cluster.headGroupSpec, ...cluster.workerGroupSpecs] : [];
    return groups.map(({ template }, i) => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...template.metadata, name: `${metadata.name}-${i}`, namespace: metadata.namespace },
      spec: template.spec,
    }));
  });
}

/** What fails, by chart; the scanner's start takes longer than a chart does, so it is started once for all. */
function scanned(charts) {
  const fileOf = ({ stack, name }) => join(folder, `${stack}-${name}-scanned.yaml`);
  for (const chart of charts) {
    const objects = [...chart.objects, ...rayPods(chart)];
    writeFileSync(fileOf(chart), objects.map((object) => stringify(object)).join("---\n"));
  }
  const args = ["--file", ...charts.map(fileOf), "--framework", "kubernetes", "--output", "json", "--compact"];
  const result = run(checkov, args, { env: { ...process.env, BC_SKIP_MAPPING: "TRUE", LOG_LEVEL: "ERROR" } });
  if (!/^[[{]/.test(result.stdout.trim())) throw new Error(tail(result));
  const { passed_checks, failed_checks } = JSON.parse(result.stdout).results;
  const of = (rows, chart) => rows.filter(({ file_abs_path }) => file_abs_path === fileOf(chart));
  return (chart) => {
    if (of(passed_checks, chart).length === 0) throw new Error("it checked nothing");
    return of(failed_checks, chart);
  };
}

/** Every policy that fails must be declared with its reason; one that is declared and never fails is a failure too. */
function scannerChecks(charts) {
  const title = "Checkov's Kubernetes policies";
  if (!existsSync(checkov)) return skip(title, "Checkov is not installed; .ci/tools installs it");
  const skips = JSON.parse(readFileSync(join(import.meta.dirname, "scanner-skips.json"), "utf8"));
  const used = new Set();
  // a policy, or a policy with how the resources begin that it is skipped for
  const skipOf = ({ check_id, resource }) =>
    Object.keys(skips).find((key) => {
      const [id, prefix = ""] = key.split(" ");
      return id === check_id && resource.startsWith(prefix);
    });
  let failedIn;
  check(`${title} read every chart`, () => {
    failedIn = scanned(charts);
  });
  for (const chart of failedIn ? charts : []) {
    check(`${title} on ${chart.stack}/${chart.name}, Ray's pods included`, () => {
      const found = failedIn(chart);
      for (const each of found) used.add(skipOf(each));
      const failed = found.filter((each) => skipOf(each) === undefined);
      const lines = failed.map(({ check_id, check_name, resource }) => `${check_id} ${resource}: ${check_name}`);
      return lines.join("\n    ") || undefined;
    });
  }
  check(`${title}: no skip is declared without need`, () => {
    const stale = Object.keys(skips).filter((id) => !used.has(id));
    return stale.length > 0 ? `${stale} never fail` : undefined;
  });
}

let lanes = [];
try {
  const charts = rendered();
  const served = renderedProgram("serving");
  const all = [...charts, ...renderedProgram("kai"), ...served];
  const [anywhere, aks] = [renderedAnywhere(), renderedAks()];
  lanes = startLanes(folder, [...all, ...anywhere, ...aks], helm);
  for (const chart of [...all, ...anywhere, ...aks]) {
    check(`helm template of ${chart.stack}/${chart.name}`, () =>
      chart.objects.length > 0 ? undefined : "it renders nothing",
    );
    schemaChecks(chart);
  }
  // Karpenter's objects are none that the scanner knows
  if (charts.length > 0) scannerChecks(all.filter(({ name }) => name !== "node-pools"));
  nodeFeatureSchemas(folder);
  if (charts.length > 0) ruleChecks(all);
  if (charts.length > 0) alertChecks(folder, all);
  nodeProgramChecks(folder);
  nodeCheckScripts(folder, all);
  rayChecks(folder, charts);
  twoStackChecks(folder);
  plantedFaults();
} finally {
  await finishLanes(lanes);
  rmSync(folder, { recursive: true, force: true });
}
finish();
