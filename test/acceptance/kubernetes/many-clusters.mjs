// The real Kueue on two API servers: a manager as `workerClusters` renders it, and a worker. A job that is submitted to the manager runs on
// the worker, and its end is told to the manager.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { cache, check, root, run, sharedTools, skip, tail } from "../lib/checks.mjs";
import { Cluster, fakeNodes } from "./cluster.mjs";
import { certificate, onThisMachine, started, webhooks } from "./real-queues.mjs";
import { renderedCharts } from "./rendered-charts.mjs";

export const TITLES = [
  "MultiKueue: the manager reaches its worker by the Secret that its chart names, and its queue is open",
  "MultiKueue: a job for the manager's queue runs on the worker, and the manager learns of its end",
  "MultiKueue: a job beyond the quota waits on the manager, and none is on the worker",
];
const lab = join(sharedTools, "kube-lab", "kube-lab");
const KINDS = /^[mv]job\.|workload|clusterqueue|resourceflavor|cohort|localqueue/;
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
  return { manager: of("manager"), worker: of("worker") };
}

/** Kueue on a cluster, as the library configures it, at addresses of this machine. */
function startKueue(cluster, name, config, folder, port) {
  const own = join(folder, `kueue-${name}`);
  const etc = join(own, "etc");
  const certs = join(etc, "kueue", "metrics", "certs");
  mkdirSync(certs, { recursive: true });
  const file = join(own, "config.yaml");
  const settings = onThisMachine(config, { port, certs, frameworks: ["batch/job"] });
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
    manager.until(40, () => {
      const [queue] = manager.get("clusterqueues");
      const active = queue?.status?.conditions?.find(({ type }) => type === "Active");
      return active?.status === "True" ? "" : `${active?.message} (${said(manager, "multikueueclusters")})`;
    }),
  );
  check(TITLES[1], () => {
    applied(manager, job("train", 8, 2));
    return manager.until(60, () => {
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
    const late = manager.until(30, () =>
      /insufficient|exceeds/i.test(said(manager, "workloads.kueue.x-k8s.io")) ? "" : "the manager says nothing of it",
    );
    const there = worker.get("jobs", "-n", "team-research").filter(({ metadata }) => metadata.name === "more");
    return late ?? (there.length === 0 ? undefined : "it is on the worker");
  });
}

/** Holds what `workerClusters` renders against two clusters: the one given is the worker, which ends with the check. */
export function clusterChecks(worker, helm, folder, port) {
  if (!existsSync(join(cache, "bin", "kueue"))) {
    for (const title of TITLES) skip(title, "kueue is not built; .ci/tools builds it");
    return;
  }
  const labEnv = {
    ...process.env,
    KUBE_LAB_DIR: join(folder, "manager"),
    KUBE_LAB_PORT: String(port),
    KUBE_LAB_ONLY: "apiserver",
  };
  const stacks = synthesized(helm, folder);
  const daemons = [];
  const { nodes } = fakeNodes("h100", "p5.48xlarge", 2);
  for (const { metadata, status } of nodes) {
    Object.assign(metadata.labels, LEAF);
    for (const of of [status.capacity, status.allocatable]) of["rdma/ib"] = "1";
  }
  try {
    const up = run(lab, ["up"], { env: labEnv });
    if (up.status !== 0) throw new Error(tail(up));
    const manager = new Cluster(join(folder, "manager"), up.stdout.trim().split("\n").at(-1));
    manager.must(["apply", "--server-side", "-f", join(sharedTools, "kube-lab", "crds")]);
    manager.must(["wait", "--for=condition=Established", "crd", "--all", "--timeout=60s"]);
    manager.must(["create", "namespace", "monitoring"]);
    const first = startKueue(worker, "worker", stacks.worker.config, folder, port + 5);
    daemons.push(first.daemon);
    const second = startKueue(manager, "manager", stacks.manager.config, folder, port + 7);
    daemons.push(second.daemon);
    const space = ({ kind }) => kind === "Namespace";
    applied(worker, first.hooks, nodes, stacks.worker.objects.filter(space), stacks.worker.objects);
    applied(manager, second.hooks, stacks.manager.objects.filter(space), stacks.manager.objects);
    manager.must([
      ...["create", "secret", "generic", "east-kubeconfig", "-n", "kueue-system"],
      `--from-literal=kubeconfig=${worker.must(["config", "view", "--raw", "--flatten"])}`,
    ]);
    scenes(manager, worker);
  } finally {
    for (const daemon of daemons) daemon.kill();
    run(lab, ["down"], { env: labEnv });
  }
}
