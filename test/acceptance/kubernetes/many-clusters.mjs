// The real Kueue on three API servers: a manager as `workerClusters` renders it, and two workers. What is submitted to the manager runs on
// a worker, and its end is told to the manager. The second worker takes nothing until the first one's checks are over.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { cache, check, root, run, sharedTools, skip, tail } from "../lib/checks.mjs";
import { Cluster, fakeNodes } from "./cluster.mjs";
import { SYSTEM } from "./control-plane.mjs";
import { TITLES as DISPATCHED, dashboards, dispatchedScenes, endRayJobs, link } from "./multikueue/dispatched.mjs";
import { OPERATORS, operatorWebhooks, startOperator } from "./real-operators.mjs";
import { certificate, onThisMachine, started, webhooks } from "./real-queues.mjs";
import { renderedCharts } from "./rendered-charts.mjs";

export const TITLES = [
  "MultiKueue: the manager reaches its worker by the Secret that its chart names, and its queue is open",
  "MultiKueue: a job for the manager's queue runs on the worker, and the manager learns of its end",
  "MultiKueue: a job beyond the quota waits on the manager, and none is on the worker",
  ...DISPATCHED,
];
const lab = join(sharedTools, "kube-lab", "kube-lab");
const FRAMEWORKS = ["batch/job", "ray.io/rayjob", "ray.io/raycluster", "jobset.x-k8s.io/jobset"];
const KINDS = /^[mv](job|rayjob|raycluster|jobset)\.|workload|clusterqueue|resourceflavor|cohort|localqueue/;
/** The worker's topology, as CoreWeave labels its nodes. */
const LEAF = {
  "ib.coreweave.cloud/fabric": "f1",
  "ib.coreweave.cloud/superpod": "s1",
  "ib.coreweave.cloud/leafgroup": "l1",
};

function synthesized(helm, folder) {
  const out = join(folder, "clusters");
  const program = join(import.meta.dirname, "clusters-program.ts");
  const result = run(process.execPath, ["--import", "tsx", program, out], { cwd: root });
  if (result.status !== 0) throw new Error(tail(result));
  const of = (name) => {
    const directory = join(out, "stacks", name);
    const json = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));
    const release = Object.values(json.resource.helm_release).find((one) => one.name === "kueue");
    const config = JSON.parse(release.values[0]).managerConfig.controllerManagerConfigYaml;
    const chart = renderedCharts(helm, { name, directory, json }, folder).find((one) => one.name === "workloads");
    return { config: parse(config), objects: chart.objects, manifests: chart.manifests };
  };
  const { spec } = of("shape").objects.find(({ kind }) => kind === "RayCluster");
  return { manager: of("manager"), worker: of("worker"), rayClusterSpec: spec };
}

/** Kueue on a cluster, as the library configures it, at addresses of this machine. */
function startKueue(cluster, name, config, folder, port) {
  const own = join(folder, `kueue-${name}`);
  const etc = join(own, "etc");
  const certs = join(etc, "kueue", "metrics", "certs");
  mkdirSync(certs, { recursive: true });
  const file = join(own, "config.yaml");
  const settings = onThisMachine(config, { port, certs, frameworks: FRAMEWORKS });
  writeFileSync(file, stringify(settings));
  const caBundle = certificate(certs);
  cluster.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: "kueue-system" } });
  const daemon = started("kueue", [`--config=${file}`], cluster.env, own, etc);
  const hooks = webhooks(port + 1, caBundle, KINDS);
  const ready = cluster.until(180, () =>
    run("curl", ["-sf", `http://127.0.0.1:${port}/readyz`]).status === 0 ? "" : `Kueue of the ${name} is not ready`,
  );
  if (ready) throw new Error(`${ready}: ${readFileSync(join(own, "kueue.log"), "utf8").slice(-1500)}`);
  return { daemon, hooks };
}

function applied(cluster, ...groups) {
  for (const group of groups) {
    const result = cluster.apply(group);
    if (result.status !== 0) throw new Error(tail(result, 5));
  }
}

const job = (name, gpus, pods) => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name, namespace: "team-research", labels: { "kueue.x-k8s.io/queue-name": "research" } },
  spec: {
    parallelism: pods,
    completions: pods,
    suspend: true,
    template: {
      metadata: { annotations: { "kueue.x-k8s.io/podset-preferred-topology": "ib.coreweave.cloud/leafgroup" } },
      spec: {
        restartPolicy: "Never",
        // teams' namespaces are restricted
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
        containers: [
          {
            name: "train",
            image: "train:1",
            securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
            resources: {
              requests: { cpu: "8", memory: "64Gi" },
              limits: { "nvidia.com/gpu": String(gpus), "rdma/ib": "1" },
            },
          },
        ],
      },
    },
  },
});

function scenes(manager, worker) {
  const said = (cluster, kind) =>
    cluster
      .get(kind, "-A")
      .map(({ metadata, status }) => `${metadata.name}: ${status?.conditions?.map((c) => c.message).join(" / ")}`)
      .join("; ");
  const events = (cluster) =>
    cluster
      .get("events", "-n", "team-research")
      .map(({ message }) => message)
      .join("; ");
  check(TITLES[0], () =>
    manager.until(180, () => {
      const [queue] = manager.get("clusterqueues");
      const active = queue?.status?.conditions?.find(({ type }) => type === "Active");
      return active?.status === "True" ? "" : `${active?.message} (${said(manager, "multikueueclusters")})`;
    }),
  );
  check(TITLES[1], () => {
    applied(manager, job("train", 8, 2));
    return manager.until(180, () => {
      const [here] = manager.get("jobs", "-n", "team-research");
      const there = worker.get("jobs", "-n", "team-research");
      const done = here?.status?.conditions?.some(({ type, status }) => type === "Complete" && status === "True");
      const ran = manager.get("pods", "-n", "team-research").length === 0 && here?.status?.succeeded === 2;
      if (done && ran) return "";
      return `${here?.spec.managedBy} ${JSON.stringify(here?.status)}, ${there.length} jobs there, ${events(worker)} (${said(manager, "workloads.kueue.x-k8s.io")}; ${said(worker, "workloads.kueue.x-k8s.io")})`;
    });
  });
  check(TITLES[2], () => {
    applied(manager, job("more", 8, 3));
    const late = manager.until(180, () =>
      /insufficient|exceeds/i.test(said(manager, "workloads.kueue.x-k8s.io")) ? "" : "the manager says nothing of it",
    );
    const there = worker.get("jobs", "-n", "team-research").filter(({ metadata }) => metadata.name === "more");
    return late ?? (there.length === 0 ? undefined : "it is on the worker");
  });
}

/** The controllers of JobSet and Ray on a worker; Ray's asks dashboards by way of a proxy. */
function startControllers(cluster, name, folder, port, dashboardPort) {
  const own = join(folder, `controllers-${name}`);
  const certs = join(own, "k8s-webhook-server", "serving-certs");
  mkdirSync(certs, { recursive: true });
  const hooks = operatorWebhooks("jobset", OPERATORS.jobset, port + 1, certificate(certs));
  const jobset = startOperator(cluster, own, "jobset", OPERATORS.jobset, port, certs);
  const args = ["-enable-leader-election=false", "-metrics-addr", "0", "-health-probe-bind-address", "0"];
  const env = { ...cluster.env, HTTP_PROXY: `http://127.0.0.1:${dashboardPort}` };
  const ray = started("operator", ["-kubeconfig", cluster.env.KUBECONFIG, ...args], env, own);
  const late = cluster.until(180, () =>
    run("curl", ["-sf", `http://127.0.0.1:${port}/readyz`]).status === 0 ? "" : `JobSet on ${name} is not ready`,
  );
  if (late) throw new Error(late);
  applied(cluster, hooks);
  return [jobset, ray];
}

/** A control plane of its own with all kinds. */
function startPlane(folder, name, env) {
  const up = run(lab, ["up"], { env });
  if (up.status !== 0) throw new Error(tail(up));
  const cluster = new Cluster(join(folder, name), up.stdout.trim().split("\n").at(-1));
  for (const crds of [join(sharedTools, "kube-lab", "crds"), join(import.meta.dirname, "crds")])
    cluster.must(["apply", "--server-side", "-f", crds]);
  cluster.must(["wait", "--for=condition=Established", "crd", "--all", "--timeout=60s"]);
  cluster.must(["create", "namespace", "monitoring"]);
  return cluster;
}

/** Two GPU nodes with what a CoreWeave cluster has on them. */
function workerNodes() {
  const { nodes } = fakeNodes("h100", "p5.48xlarge", 2);
  for (const { metadata, status } of nodes) {
    Object.assign(metadata.labels, LEAF);
    for (const of of [status.capacity, status.allocatable]) of["rdma/ib"] = "1";
  }
  return nodes;
}

/** Secret of a worker on the manager: its kubeconfig, by way of a link that can be lost. */
function kubeconfigSecret(manager, name, worker, port) {
  const text = worker.must(["config", "view", "--raw", "--flatten"]);
  manager.must([
    ...["create", "secret", "generic", `${name}-kubeconfig`, "-n", "kueue-system"],
    `--from-literal=kubeconfig=${text.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`)}`,
  ]);
}

const serverPort = (cluster) => /127\.0\.0\.1:(\d+)/.exec(cluster.must(["config", "view"]))[1];
const holdQueue = (cluster, stopPolicy) =>
  cluster.must(["patch", "clusterqueue", "research", "--type=merge", "-p", JSON.stringify({ spec: { stopPolicy } })]);

/** Holds what `workerClusters` renders against three clusters: the one given is the first worker, which ends with the check. */
export function clusterChecks(east, helm, folder, port) {
  const missing = ["kueue", "ray-operator", "jobset"].find((name) => !existsSync(join(cache, "bin", name)));
  if (missing) {
    for (const title of TITLES) skip(title, `${missing} is not built; .ci/tools builds it`);
    return;
  }
  // of a control plane's five ports, the last two are Karpenter's, which none of these has
  const env = (name, at) => ({ ...process.env, KUBE_LAB_DIR: join(folder, name), KUBE_LAB_PORT: String(at) });
  const planes = [{ ...env("manager", port), KUBE_LAB_ONLY: "apiserver" }, env("west", port + 9)];
  const stacks = synthesized(helm, folder);
  const daemons = [];
  const links = {};
  try {
    const manager = startPlane(folder, "manager", planes[0]);
    const west = startPlane(folder, "west", planes[1]);
    const workers = { east, west };
    applied(west, fakeNodes(...SYSTEM).nodes);
    const dashboardPort = port + 12;
    daemons.push(dashboards(dashboardPort));
    const space = ({ kind }) => kind === "Namespace";
    const kueuePorts = { east: port + 5, west: port + 14 };
    for (const [i, [name, cluster]] of Object.entries(workers).entries()) {
      const kueue = startKueue(cluster, name, stacks.worker.config, folder, kueuePorts[name]);
      daemons.push(kueue.daemon, ...startControllers(cluster, name, folder, port + 16 + 2 * i, dashboardPort));
      applied(cluster, kueue.hooks, workerNodes(), stacks.worker.objects.filter(space), stacks.worker.objects);
    }
    holdQueue(west, "Hold");
    // 15 minutes otherwise
    const multiKueue = { ...stacks.manager.config.multiKueue, workerLostTimeout: "5s" };
    const kueue = startKueue(manager, "manager", { ...stacks.manager.config, multiKueue }, folder, port + 7);
    daemons.push(kueue.daemon);
    applied(manager, kueue.hooks, stacks.manager.objects.filter(space), stacks.manager.objects);
    const linkPorts = { east: port + 3, west: port + 4 };
    for (const [name, cluster] of Object.entries(workers)) {
      links[name] = link(linkPorts[name], serverPort(cluster));
      kubeconfigSecret(manager, name, cluster, linkPorts[name]);
    }
    scenes(manager, east);
    manager.must(["delete", "jobs", "--all", "-n", "team-research", "--wait=true", "--timeout=60s"]);
    holdQueue(west, "None");
    const cut = (name) => links[name].kill();
    const endJobs = () => endRayJobs(dashboardPort);
    dispatchedScenes({ manager, workers, rayClusterSpec: stacks.rayClusterSpec, cut, endJobs });
  } finally {
    for (const daemon of [...daemons, ...Object.values(links)]) daemon.kill();
    for (const plane of planes) run(lab, ["down"], { env: plane });
  }
}
