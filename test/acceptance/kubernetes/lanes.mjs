// The checks of a real control plane in lanes that run side by side, each on a control plane of its own.
import { spawn } from "node:child_process";
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fail, find, passOn, root, run, sharedTools, skip, tail } from "../lib/checks.mjs";
import { Cluster, fakeNodes } from "./cluster.mjs";
import { installs, karpenter, lab, refusals, SYSTEM, systemGrowth, TITLES, training } from "./control-plane.mjs";
import { networkPolicies, TITLES as POLICY_TITLES, preemption } from "./control-plane-policies.mjs";
import { TITLES as CLUSTER_TITLES, clusterChecks } from "./many-clusters.mjs";
import { TITLE as NODE_CHECK, nodeCheckOnServer } from "./node-check.mjs";
import { TITLE as NODE_FEATURES, nodeFeatureKinds } from "./published/node-features.mjs";
import { TITLES as OPERATOR_TITLES, operatorChecks } from "./real-operators.mjs";
import { TITLES as QUEUE_TITLES, queueChecks } from "./real-queues.mjs";
import { TITLES as UPGRADE_TITLES, upgradeChecks } from "./upgrades/upgrade-matrix.mjs";
import { rayToZero, TITLES as ZERO_TITLES } from "./zero/ray-to-zero.mjs";

const built = join(process.env.KUBE_LAB_CACHE ?? join(homedir(), ".cache", "kube-lab"), "bin");

/** What each lane holds, on a control plane of its own: they mostly wait for namespaces to go and pods to come. */
const LANES = {
  installs: ({ cluster, helm, charts }) => {
    const [ray, others] = [/^kuberay-/, /^(anywhere-|serving$|azure-|aks$)/];
    installs(
      cluster,
      helm,
      [ray, others].flatMap((of) => charts.filter(({ stack }) => of.test(stack))),
    );
  },
  upgrades: ({ cluster, helm, folder }) => upgradeChecks(cluster, helm, folder),
  clusters: ({ cluster, helm, folder, labEnv }) =>
    clusterChecks(cluster, helm, folder, Number(labEnv.KUBE_LAB_PORT) + 5),
  zero: ({ cluster, helm, folder, labEnv }) => rayToZero(cluster, helm, folder, Number(labEnv.KUBE_LAB_PORT) + 5),
  behavior: ({ cluster, helm, folder, charts, labEnv }) => {
    const ray = charts.filter(({ stack }) => stack.startsWith("kuberay-"));
    nodeCheckOnServer(cluster, helm, charts);
    refusals(cluster, ray);
    nodeFeatureKinds(cluster);
    training(cluster, helm, ray);
    networkPolicies(cluster, helm, ray);
    preemption(cluster, helm, ray);
    queueChecks(cluster, helm, folder, Number(labEnv.KUBE_LAB_PORT) + 5);
    operatorChecks(cluster, helm, folder, charts, Number(labEnv.KUBE_LAB_PORT) + 8);
    karpenter(cluster, ray, labEnv);
    systemGrowth(cluster, charts);
  },
};

/** Starts a control plane; once more where a busy machine took longer than the tool waits. */
function started(labEnv) {
  const up = run(lab, ["up"], { env: labEnv });
  if (up.status === 0) return up;
  run(lab, ["down"], { env: labEnv });
  return run(lab, ["up"], { env: labEnv });
}

/** Starts a control plane with all kinds, holds a lane's checks on it, and ends it. */
export function laneChecks(name, folder, port) {
  const charts = JSON.parse(readFileSync(join(folder, "charts.json"), "utf8"));
  const labEnv = { ...process.env, KUBE_LAB_DIR: join(folder, `control-plane-${name}`), KUBE_LAB_PORT: port };
  try {
    const up = started(labEnv);
    if (up.status !== 0) return fail(`the control plane of ${name}`, tail(up));
    const cluster = new Cluster(folder, up.stdout.trim().split("\n").at(-1));
    for (const crds of [join(sharedTools, "kube-lab", "crds"), join(root, "test", "acceptance", "kubernetes", "crds")])
      cluster.must(["apply", "--server-side", "-f", crds]);
    cluster.must(["wait", "--for=condition=Established", "crd", "--all", "--timeout=60s"]);
    cluster.must(["create", "namespace", "monitoring"]);
    const system = cluster.apply(fakeNodes(...SYSTEM).nodes);
    if (system.status !== 0) return fail("fake nodes", tail(system));
    LANES[name]({ cluster, helm: find("helm"), folder, charts, labEnv });
  } catch (error) {
    fail(`the control plane of ${name}`, error.message);
  } finally {
    run(lab, ["down"], { env: labEnv });
  }
}

/** Starts the lanes beside whatever else is held; their lines come when they are awaited. */
export function startLanes(folder, charts, helm) {
  const missing = !existsSync(lab)
    ? "the control plane is not beside this checkout"
    : !find("kubectl")
      ? "kubectl is not installed"
      : !find("go")
        ? "Go is not installed"
        : !helm
          ? "helm is not installed"
          : !(existsSync(built) && readdirSync(built).some((name) => /^kubebox-(?!.*\.part$)/.test(name)))
            ? "the control plane is not built; .ci/tools builds it"
            : "";
  if (missing) {
    for (const title of [
      ...TITLES,
      ...POLICY_TITLES,
      ...QUEUE_TITLES,
      ...OPERATOR_TITLES,
      ...UPGRADE_TITLES,
      ...CLUSTER_TITLES,
      ...ZERO_TITLES,
      NODE_CHECK,
      NODE_FEATURES,
    ])
      skip(title, missing);
    return [];
  }
  writeFileSync(join(folder, "charts.json"), JSON.stringify(charts));
  // 25 ports a control plane, below those that Linux gives to outgoing connections (32768 and up); two at a time, since the checks of
  // behavior have limits of time
  const first = 20000 + (process.pid % 100) * 125;
  const names = Object.keys(LANES);
  const start = (name) => startLane(name, folder, String(first + 25 * names.indexOf(name)));
  const behavior = start("behavior");
  const installs = start("installs");
  const clusters = behavior.then(() => start("clusters"));
  return [installs, behavior, installs.then(() => start("upgrades")), clusters, clusters.then(() => start("zero"))];
}

/** A lane in a process of its own; what it prints comes when it has ended. */
function startLane(name, folder, port) {
  const started = Date.now();
  const file = join(folder, `${name}.txt`);
  const args = [join(import.meta.dirname, "lane.mjs"), name, folder, port];
  const child = spawn(process.execPath, args, { stdio: ["ignore", openSync(file, "w"), "inherit"] });
  return new Promise((settle) => {
    child.on("close", () => settle({ name, file, seconds: (Date.now() - started) / 1000 }));
  });
}

export async function finishLanes(lanes) {
  for (const lane of lanes) {
    const { name, file, seconds } = await lane;
    console.log(`on the control plane of ${name}, in ${seconds.toFixed(0)} s:`);
    passOn(readFileSync(file, "utf8"));
  }
}
