// The real KEDA scales the groups of a chart by what the real Prometheus knows of their servers, whose metrics are a file here.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { cache, check, fail, find, run, skip, tail } from "../lib/checks.mjs";
import { certificate } from "./real-queues.mjs";

export const TITLES = [
  "KEDA: a group gets as many replicas as its waiting requests want, within its fewest and most",
  "KEDA: where Prometheus hears no server, the replicas stay",
];
const MODULE = "github.com/kedacore/keda/v2";
const programs = { operator: join(cache, "bin", "keda-operator"), adapter: join(cache, "bin", "keda-adapter") };
/** Where Prometheus listens, and the name that ScaledObjects call it by. */
const PROMETHEUS = { address: "127.0.0.90", port: 9090, name: "kube-prometheus-stack-prometheus.monitoring" };

const METRICS_API = "v1beta1.external.metrics.k8s.io";

const ALL = [
  { apiGroups: ["external.metrics.k8s.io"], resources: ["*"], verbs: ["*"] },
  { nonResourceURLs: ["*"], verbs: ["get"] },
];

/** What leads the API server's external metrics to the adapter on this machine, whose callers have no certificate. */
const metricsApi = (port) => [
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "keda" } },
  {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "keda-metrics-apiserver", namespace: "keda" },
    spec: { type: "ExternalName", externalName: "localhost" },
  },
  {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: METRICS_API },
    spec: {
      service: { name: "keda-metrics-apiserver", namespace: "keda", port },
      group: "external.metrics.k8s.io",
      version: "v1beta1",
      groupPriorityMinimum: 100,
      versionPriority: 100,
      insecureSkipTLSVerify: true,
    },
  },
  { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: "lab:metrics" }, rules: ALL },
  {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "lab:metrics" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "lab:metrics" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "system:unauthenticated" }],
  },
];

/** Starts all programs; `say` tells Prometheus how many requests a server has, or nothing. */
function start(cluster, folder, job, port) {
  const own = join(folder, "keda");
  const certs = join(own, "certs");
  const served = join(own, "served");
  for (const path of [certs, served]) mkdirSync(path, { recursive: true });
  certificate(certs);
  writeFileSync(join(certs, "ca.crt"), readFileSync(join(certs, "tls.crt")));
  const hosts = join(own, "hosts");
  writeFileSync(hosts, `127.0.0.1 localhost\n${PROMETHEUS.address} ${PROMETHEUS.name}\n`);
  const config = join(own, "prometheus.yml");
  const scrape = { job_name: job, scrape_interval: "2s", static_configs: [{ targets: [`127.0.0.1:${port + 5}`] }] };
  writeFileSync(config, stringify({ scrape_configs: [scrape] }));
  const log = (name) => openSync(join(own, `${name}.log`), "w");
  const inLab = (name, program, ...args) => {
    const mount = ["-m", "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"', hosts];
    const env = { ...cluster.env, POD_NAMESPACE: "keda", KEDA_CLUSTER_OBJECT_NAMESPACE: "keda", WATCH_NAMESPACE: "" };
    return spawn("unshare", [...mount, program, ...args], { env, stdio: ["ignore", log(name), log(`${name}-errors`)] });
  };
  const { address, port: at } = PROMETHEUS;
  const running = [
    spawn("python3", ["-m", "http.server", String(port + 5), "--bind", "127.0.0.1", "--directory", served], {
      stdio: "ignore",
    }),
    inLab(
      ...["prometheus", find("prometheus"), `--config.file=${config}`, `--storage.tsdb.path=${join(own, "data")}`],
      `--web.listen-address=${address}:${at}`,
    ),
    inLab(
      ...["operator", programs.operator, `--cert-dir=${certs}`, "--enable-webhook-patching=false"],
      ...[`--metrics-bind-address=127.0.0.1:${port}`, `--health-probe-bind-address=127.0.0.1:${port + 1}`],
      `--metrics-service-bind-address=127.0.0.1:${port + 2}`,
    ),
    inLab(
      ...["adapter", programs.adapter, `--cert-dir=${certs}`, `--secure-port=${port + 3}`, `--port=${port + 4}`],
      ...[`--metrics-service-address=127.0.0.1:${port + 2}`, "--bind-address=127.0.0.1"],
      ...["kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig"].map(
        (flag) => `--${flag === "kubeconfig" ? "lister-kubeconfig" : flag}=${cluster.env.KUBECONFIG}`,
      ),
      "--authentication-skip-lookup",
    ),
  ];
  const say = (metric, requests) => {
    const file = join(served, "metrics");
    if (requests === undefined) rmSync(file);
    else writeFileSync(file, `${metric}_running_reqs ${requests}\n${metric}_queue_reqs 0\n`);
  };
  return { running, say, logs: own };
}

function scenes(cluster, scaled, say) {
  const { name, namespace } = scaled.metadata;
  const { maxReplicaCount: most, triggers } = scaled.spec;
  const threshold = Number(triggers[0].metadata.threshold);
  const replicas = () =>
    JSON.parse(cluster.must(["get", "leaderworkerset", name, "-n", namespace, "-o", "json"])).spec.replicas;
  const said = () =>
    JSON.stringify({
      scaled: cluster.get("scaledobjects", "-n", namespace).map(({ status }) => status?.conditions),
      autoscaler: cluster.get("hpa", "-n", namespace).map(({ status }) => status?.conditions?.map((c) => c.message)),
    });
  const reaches = (count, seconds) =>
    cluster.until(seconds, () => (replicas() === count ? "" : `${replicas()} replicas, not ${count}: ${said()}`));
  check(TITLES[0], () => {
    say("sglang:num", threshold * 2.5);
    const late = reaches(3, 240);
    if (late) return late;
    say("sglang:num", threshold * most * 3);
    return reaches(most, 180);
  });
  check(TITLES[1], () => {
    say("sglang:num");
    const silent = cluster.until(120, () => {
      const [{ status }] = cluster.get("scaledobjects", "-n", namespace);
      const fallback = status.conditions.find(({ type }) => type === "Fallback");
      return fallback?.status === "True" ? "" : `KEDA does not fall back: ${said()}`;
    });
    if (silent) return silent;
    const still = cluster.until(45, () => (replicas() === most ? "all are there" : ""));
    return still ? undefined : `${replicas()} replicas of ${most}: ${said()}`;
  });
}

/** Takes the ScaledObject of a chart that is installed, while LeaderWorkerSet's controller runs. */
export function kedaScenes(cluster, objects, folder, port) {
  const missing = Object.entries(programs).find(([, path]) => !existsSync(path))?.[0];
  if (missing || !find("prometheus")) {
    for (const title of TITLES)
      skip(
        title,
        missing
          ? `KEDA's ${missing} is not built; WARPFORM_WHOLE=1 .ci/tools builds it`
          : "prometheus is not installed",
      );
    return;
  }
  const scaled = objects.find(({ kind, metadata }) => kind === "ScaledObject" && metadata.name === "chat");
  const cwd = join(import.meta.dirname, "operators", "keda");
  const { Dir } = JSON.parse(run("go", ["list", "-m", "-json", MODULE], { cwd }).stdout);
  cluster.must(["apply", "--server-side", "--force-conflicts", "-f", join(Dir, "config", "crd", "bases")]);
  cluster.must(["wait", "--for=condition=Established", "crd", "--all", "--timeout=60s"]);
  const { namespace, name } = scaled.metadata;
  const { running, say, logs } = start(cluster, folder, `${namespace}/${name}`, port);
  say("sglang:num", 1);
  try {
    const applied = cluster.apply(metricsApi(port + 3));
    if (applied.status !== 0) throw new Error(tail(applied, 5));
    const late = cluster.until(90, () => {
      const [api] = cluster.get("apiservices").filter(({ metadata }) => metadata.name === METRICS_API);
      const available = api.status?.conditions?.find(({ type }) => type === "Available");
      return available?.status === "True" ? "" : `KEDA's metrics are not in the API: ${available?.message}`;
    });
    if (late) throw new Error(late);
    scenes(cluster, scaled, say);
  } catch (error) {
    fail(TITLES[0], `${error.message} (${logs})`);
  } finally {
    // KEDA takes its finalizer off what it scaled
    cluster.kubectl(["delete", "scaledobjects", "--all", "-A", "--wait=true", "--timeout=60s"]);
    cluster.kubectl(["delete", "apiservice", METRICS_API]);
    for (const program of running) program.kill();
  }
}
