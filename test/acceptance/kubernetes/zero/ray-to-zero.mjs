// A model of a chart goes to zero and comes back: the real KubeRay operator, Ray with its autoscaler and Serve, and the API server with its
// scheduler; the containers run as processes of this machine. Delays are shorter than the chart's, and the model is no language model.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { cache, check, fail, root, run, skip, tail } from "../../lib/checks.mjs";
import { fakeNodes } from "../cluster.mjs";
import { renderedCharts } from "../rendered-charts.mjs";

export const TITLES = [
  "Ray to zero: a model without replicas has no GPU worker, is ready, and its Service an address",
  "Ray to zero: a request starts a worker and a replica, and is answered",
  "Ray to zero: worker and replica go when nobody asks, and the next request is answered again",
];
const operator = join(cache, "bin", "ray-operator");
const venv = join(cache, "venv-lora", "bin");
const START_SECONDS = 480;

function rendered(helm, folder) {
  const out = join(folder, "zero");
  const program = join(import.meta.dirname, "zero-program.ts");
  const result = run(process.execPath, ["--import", "tsx", program, out], { cwd: root });
  if (result.status !== 0) throw new Error(tail(result));
  const directory = join(out, "stacks", "zero");
  const json = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));
  return renderedCharts(helm, { name: "zero", directory, json }, folder).find(({ name }) => name === "workloads");
}

/** The service of the chart, with a model that runs here and delays of seconds. */
function hastened(service) {
  const config = parse(service.spec.serveConfigV2);
  const [app] = config.applications;
  app.import_path = "zero_model:app";
  for (const { deployment_config: of } of app.args.llm_configs)
    Object.assign(of.autoscaling_config, { upscale_delay_s: 1, downscale_delay_s: 5 });
  const { rayClusterConfig: cluster } = service.spec;
  cluster.autoscalerOptions.idleTimeoutSeconds = 15;
  return { ...service, spec: { ...service.spec, serveConfigV2: stringify(config) } };
}

const isWorker = ({ metadata }) => metadata.labels["ray.io/node-type"] === "worker";

function scenes(cluster, namespace, name) {
  const pods = () => cluster.get("pods", "-n", namespace);
  const workers = () => pods().filter(isWorker).length;
  /** Where the Services lead to. */
  const addresses = (service) =>
    cluster
      .get("endpointslices", "-n", namespace, "-l", `kubernetes.io/service-name=${service}`)
      .flatMap(({ endpoints }) => endpoints ?? [])
      .filter(({ conditions }) => conditions.ready)
      .flatMap((of) => of.addresses);
  const ask = () => {
    const [address] = addresses(name);
    const asked = ["-sf", "--max-time", String(START_SECONDS), `http://${address}:8000/v1/models`];
    const answer = run("curl", asked, { timeout: (START_SECONDS + 10) * 1000 });
    return answer.stdout === '"an answer"' ? "" : `${address} said ${tail(answer, 3) || answer.status}`;
  };
  const atZero = (seconds) =>
    cluster.until(seconds, () => {
      const [service] = cluster.get("rayservices", "-n", namespace);
      const ready = service.status?.conditions?.find(({ type }) => type === "Ready");
      if (ready?.status !== "True") return `the RayService is not ready: ${ready?.message}`;
      if (workers() > 0) return `${workers()} workers`;
      const none = [name, `${name}-serve-svc`].find((of) => addresses(of).length === 0);
      return none ? `${none} has no address` : "";
    });
  check(TITLES[0], () => atZero(START_SECONDS));
  check(TITLES[1], () => ask() || (workers() === 1 ? "" : `${workers()} workers`) || undefined);
  check(TITLES[2], () => atZero(START_SECONDS) || ask() || undefined);
}

/** Holds a model's way to zero and back against the programs that take it there. */
export function rayToZero(cluster, helm, folder, port) {
  const missing = [operator, join(venv, "ray")].find((path) => !existsSync(path));
  if (missing) {
    for (const title of TITLES) skip(title, `${missing} is not there; .ci/tools installs it`);
    return;
  }
  if (run("ip", ["netns", "list"]).status !== 0 || process.getuid() !== 0) {
    for (const title of TITLES) skip(title, "pods need networks of their own, which root makes with ip");
    return;
  }
  const chart = rendered(helm, folder);
  const service = chart.objects.find(({ kind }) => kind === "RayService");
  const { name, namespace } = service.metadata;
  const nodes = [...fakeNodes("l40s", "g6e.xlarge", 1).nodes, ...fakeNodes("system-ray", "m7i.2xlarge", 1).nodes];
  const system = service.spec.rayClusterConfig.headGroupSpec.template.spec.nodeSelector;
  for (const { metadata, spec } of nodes) {
    delete metadata.annotations;
    if (!spec.taints) Object.assign(metadata.labels, system);
  }
  const work = join(folder, "zero-pods");
  mkdirSync(work, { recursive: true });
  const nodesFile = join(work, "nodes.json");
  writeFileSync(nodesFile, JSON.stringify(nodes));
  const started = (title, program, args) => {
    const log = openSync(join(work, `${title}.log`), "w");
    return spawn(program, args, { env: cluster.env, stdio: ["ignore", log, log] });
  };
  const programs = [];
  try {
    // KWOK says of pods on its own nodes that they run
    cluster.must(["delete", "nodes", "--all"]);
    const first = chart.objects.filter(({ kind }) => kind === "Namespace");
    const rest = chart.objects.filter(({ kind }) => kind !== "Namespace" && kind !== "RayService");
    for (const group of [nodes, first, rest, [hastened(service)]]) {
      const applied = cluster.apply(group);
      if (applied.status !== 0) return fail(TITLES[0], tail(applied, 5));
    }
    const runner = join(import.meta.dirname, "pod-runner.mjs");
    const models = join(import.meta.dirname, "..", "ray");
    programs.push(
      started("pod-runner", process.execPath, [runner, namespace, nodesFile, work, venv, models]),
      started("operator", operator, [
        ...["-kubeconfig", cluster.env.KUBECONFIG, "-enable-leader-election=false", "-metrics-addr", "0"],
        ...["-health-probe-bind-address", `127.0.0.1:${port}`, "-use-kubernetes-proxy"],
      ]),
    );
    scenes(cluster, namespace, name);
  } finally {
    cluster.kubectl(["delete", "rayservices", "--all", "-n", namespace, "--wait=true", "--timeout=60s"]);
    cluster.kubectl(["delete", "-f", chart.manifests, "--ignore-not-found", "--wait=true", "--timeout=90s"]);
    for (const { metadata } of nodes) cluster.kubectl(["delete", "node", metadata.name]);
    for (const program of programs) program.kill();
  }
}
