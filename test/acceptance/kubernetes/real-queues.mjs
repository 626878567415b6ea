// The real Kueue and the real KubeRay operator take the queues and Ray clusters of a chart on the API server: what owns, borrows, is
// reclaimed and grows. Pods run on fake nodes.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments, stringify } from "yaml";
import { cache, check, root, run, skip, tail } from "../lib/checks.mjs";
import { fakeNodes, running } from "./cluster.mjs";
import { NETWORK, TITLE as OWN_JOBS, ownJobs } from "./own-jobs.mjs";
import { renderedCharts } from "./rendered-charts.mjs";

const KUEUE = "sigs.k8s.io/kueue@v0.19.2";
export const TITLES = [
  "Kueue and KubeRay: two teams with a half of the GPUs each both run",
  "Kueue and KubeRay: a team borrows what the other leaves",
  "Kueue and KubeRay: the owner gets its GPUs back, and the borrower waits",
  "Kueue and KubeRay: an elastic cluster grows by a worker and gives it back",
  OWN_JOBS,
];
const programs = { kueue: join(cache, "bin", "kueue"), operator: join(cache, "bin", "ray-operator") };

/** Kinds whose webhooks are asked: with them an object is suspended before anybody starts it. */
const ASKED = /raycluster|workload|clusterqueue|resourceflavor|cohort|localqueue/;

/** A certificate of 127.0.0.1 in a folder; itself for callers. */
export function certificate(folder) {
  const [key, crt] = ["tls.key", "tls.crt"].map((name) => join(folder, name));
  const made = run("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", crt],
    ...["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
  ]);
  if (made.status !== 0) throw new Error(tail(made));
  return readFileSync(crt).toString("base64");
}

/** Kueue's own webhooks, those of the kinds given, at an address of this machine. */
export function webhooks(port, caBundle, kinds = ASKED) {
  const { Dir } = JSON.parse(run("go", ["mod", "download", "-json", KUEUE]).stdout);
  const text = readFileSync(join(Dir, "config/components/webhook/manifests.yaml"), "utf8");
  return parseAllDocuments(text).map((document) => {
    const object = document.toJS();
    const asked = object.webhooks.filter(({ name }) => kinds.test(name));
    for (const webhook of asked)
      webhook.clientConfig = { url: `https://127.0.0.1:${port}${webhook.clientConfig.service.path}`, caBundle };
    return { ...object, webhooks: asked };
  });
}

/** Starts a program that ends with the check, with a folder of its own in the place of /etc where it reads certificates there. */
export function started(name, args, env, folder, etc) {
  const log = openSync(join(folder, `${name}.log`), "w");
  const own = ["-m", "sh", "-c", 'mount --bind "$0" /etc && exec "$@"', etc];
  const [program, ...rest] = etc ? ["unshare", ...own, programs[name], ...args] : [programs[name], ...args];
  return spawn(program, rest, { env, stdio: ["ignore", log, log] });
}

function synthesized(helm, folder) {
  const program = join(import.meta.dirname, "queues-program.ts");
  const out = join(folder, "queues");
  const result = run(process.execPath, ["--import", "tsx", program, out], { cwd: root });
  if (result.status !== 0) throw new Error(tail(result));
  const directory = join(out, "stacks", "queues");
  const json = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));
  const chart = renderedCharts(helm, { name: "queues", directory, json }, folder).find(
    ({ name }) => name === "workloads",
  );
  return { chart, config: JSON.parse(result.stdout) };
}

/** Workers that run, by the name of their cluster, and where none is meant to be. */
function wanted(cluster, expected) {
  return cluster.until(90, () => {
    const pods = cluster.get("pods", "-A", "-l", "ray.io/node-type=worker");
    const says = Object.entries(expected).map(([name, count]) => {
      const own = pods.filter(({ metadata }) => metadata.labels["ray.io/cluster"] === name);
      return running(own) === count ? "" : `${name} has ${running(own)} of ${own.length} workers running, not ${count}`;
    });
    const text = says.filter((line) => line !== "").join("; ");
    if (!text) return "";
    const waits = cluster
      .get("workloads.kueue.x-k8s.io", "-A")
      .map(
        ({ metadata, status }) => `${metadata.name}: ${status?.conditions?.map(({ message }) => message).join(" / ")}`,
      );
    return `${text} (${waits.join("; ")})`;
  });
}

function scenes(cluster, chart) {
  const named = (name) => chart.objects.find(({ kind, metadata }) => kind === "RayCluster" && metadata.name === name);
  const apply = (...names) => {
    const result = cluster.apply(names.map(named));
    if (result.status !== 0) throw new Error(tail(result, 5));
  };
  const remove = (name) => {
    cluster.must(["delete", "raycluster", name, "-n", named(name).metadata.namespace, "--wait=true", "--timeout=60s"]);
  };
  check(TITLES[0], () => {
    apply("own-a", "own-b");
    return wanted(cluster, { "own-a": 1, "own-b": 1 });
  });
  check(TITLES[1], () => {
    remove("own-b");
    apply("more-a");
    return wanted(cluster, { "own-a": 1, "more-a": 1 });
  });
  check(TITLES[2], () => {
    apply("own-b");
    const late = wanted(cluster, { "own-b": 1 });
    if (late) return late;
    return cluster.until(60, () => {
      const pods = cluster.get("pods", "-n", named("own-a").metadata.namespace, "-l", "ray.io/node-type=worker");
      return running(pods) === 1 ? "" : `team a has ${running(pods)} workers, not 1`;
    });
  });
  check(TITLES[3], () => {
    for (const name of ["own-a", "more-a", "own-b"]) remove(name);
    apply("elastic-a");
    const late = wanted(cluster, { "elastic-a": 1 });
    if (late) return `before: ${late}`;
    // as Ray's autoscaler writes it: a worker more, and the name of one that idles
    const namespace = named("elastic-a").metadata.namespace;
    const scale = (replicas, workersToDelete) =>
      cluster.must([
        ...["patch", "raycluster", "elastic-a", "-n", namespace, "--type=json", "-p"],
        JSON.stringify([
          { op: "replace", path: "/spec/workerGroupSpecs/0/replicas", value: replicas },
          { op: "add", path: "/spec/workerGroupSpecs/0/scaleStrategy", value: { workersToDelete } },
        ]),
      ]);
    scale(2, []);
    const grown = wanted(cluster, { "elastic-a": 2 });
    if (grown) return `grown: ${grown}`;
    const [idle] = cluster.get("pods", "-n", namespace, "-l", "ray.io/node-type=worker");
    scale(1, [idle.metadata.name]);
    const shrunk = wanted(cluster, { "elastic-a": 1 });
    return shrunk && `shrunk: ${shrunk}`;
  });
}

/** Kueue's configuration as the library has it, at addresses of this machine, with those of its kinds that the API server has. */
export const onThisMachine = (config, { port, certs, frameworks }) => ({
  ...config,
  health: { healthProbeBindAddress: `127.0.0.1:${port}` },
  metrics: { ...config.metrics, bindAddress: "0" },
  webhook: { host: "127.0.0.1", port: port + 1, certDir: certs },
  leaderElection: { ...config.leaderElection, leaderElect: false },
  internalCertManagement: { enable: false },
  integrations: { frameworks },
  // its visibility API is an extension of the API server
  featureGates: { VisibilityOnDemand: false },
});

/** Holds what queues promise against the programs that keep it. */
export function queueChecks(cluster, helm, folder, port) {
  const missing = Object.entries(programs).find(([, path]) => !existsSync(path));
  if (missing) {
    for (const title of TITLES) skip(title, `${missing[0]} is not built; .ci/tools builds it`);
    return;
  }
  const etc = join(folder, "kueue-etc");
  const certs = join(etc, "kueue", "metrics", "certs");
  mkdirSync(certs, { recursive: true });
  const { chart, config } = synthesized(helm, folder);
  const file = join(folder, "kueue.yaml");
  // of Kubeflow Trainer's kinds the API server has two only
  const frameworks = config.integrations.frameworks.filter((name) => !name.startsWith("trainer."));
  writeFileSync(file, stringify(onThisMachine(config, { port, certs, frameworks })));
  const caBundle = certificate(certs);
  cluster.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: "kueue-system" } });
  const running = [
    started("kueue", [`--config=${file}`], cluster.env, folder, etc),
    started(
      "operator",
      [
        ...["-kubeconfig", cluster.env.KUBECONFIG, "-enable-leader-election=false", "-metrics-addr", "0"],
        ...["-health-probe-bind-address", `127.0.0.1:${port + 2}`],
      ],
      cluster.env,
      folder,
    ),
  ];
  const hooks = webhooks(port + 1, caBundle);
  const standing = fakeNodes("standing", "p5.48xlarge", 2).nodes;
  for (const { metadata } of standing) Object.assign(metadata.labels, NETWORK);
  const nodes = [...fakeNodes("h100", "p5.48xlarge", 2).nodes, ...standing];
  const objects = chart.objects.filter(({ kind }) => kind !== "RayCluster");
  try {
    const ready = cluster.until(180, () =>
      run("curl", ["-sf", `http://127.0.0.1:${port}/readyz`]).status === 0 ? "" : "Kueue is not ready",
    );
    if (ready) throw new Error(`${ready}: ${readFileSync(join(folder, "kueue.log"), "utf8").slice(-1500)}`);
    for (const group of [hooks, nodes, objects.filter(({ kind }) => kind === "Namespace"), objects]) {
      const applied = cluster.apply(group);
      if (applied.status !== 0) throw new Error(tail(applied, 5));
    }
    scenes(cluster, chart);
    ownJobs(cluster, chart.objects, "standing");
  } finally {
    cluster.kubectl(["delete", "rayclusters", "--all", "-A", "--wait=true", "--timeout=60s"]);
    cluster.kubectl(
      ["delete", "-f", "-", "--wait=false"],
      JSON.stringify({ kind: "List", apiVersion: "v1", items: hooks }),
    );
    cluster.kubectl(["delete", "-f", chart.manifests, "--ignore-not-found", "--wait=true", "--timeout=90s"]);
    for (const { metadata } of nodes) cluster.kubectl(["delete", "node", metadata.name]);
    for (const program of running) program.kill();
  }
}
