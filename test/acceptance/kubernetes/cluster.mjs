// A running control plane, seen through kubectl and helm, with fake nodes of the catalog's types.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root, run, tail } from "../lib/checks.mjs";

/** Nodes of a pool and the type for Karpenter, from the catalog. */
export function fakeNodes(pool, type, count) {
  const result = run(
    process.execPath,
    ["--import", "tsx", join(import.meta.dirname, "fake-nodes.ts"), pool, type, String(count)],
    { cwd: root },
  );
  if (result.status !== 0) throw new Error(tail(result));
  return JSON.parse(result.stdout);
}

export class Cluster {
  constructor(folder, kubeconfig) {
    this.folder = folder;
    this.env = { ...process.env, KUBECONFIG: kubeconfig };
  }

  kubectl(args, input) {
    return spawnSync("kubectl", args, { env: this.env, encoding: "utf8", input, maxBuffer: 1 << 28 });
  }

  must(args, input) {
    const result = this.kubectl(args, input);
    if (result.status !== 0) throw new Error(`kubectl ${args.slice(0, 3).join(" ")}: ${tail(result, 5)}`);
    return result.stdout;
  }

  apply(objects) {
    const items = Array.isArray(objects) ? objects : [objects];
    return this.kubectl(
      ["apply", "--server-side", "-f", "-"],
      JSON.stringify({ apiVersion: "v1", kind: "List", items }),
    );
  }

  get(kind, ...args) {
    return JSON.parse(this.must(["get", kind, "-o", "json", ...args])).items;
  }

  /** Waits until `done` holds; returns what it last said otherwise. */
  until(seconds, done) {
    const end = Date.now() + seconds * 1000;
    let last = "";
    do {
      last = done();
      if (!last) return undefined;
      spawnSync("sleep", ["1"]);
    } while (Date.now() < end);
    return last;
  }

  helm(program, args) {
    return run(program, args, { env: this.env });
  }
}

/** Pods as KubeRay makes them of a worker group's template. */
export function workers(name, namespace, group, count, labels = {}) {
  const { metadata, spec } = group.template;
  return Array.from({ length: count }, (_, i) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...metadata, name: `${name}-${i}`, namespace, labels: { ...metadata.labels, ...labels } },
    spec: { ...spec, initContainers: undefined, terminationGracePeriodSeconds: 0 },
  }));
}

export const running = (pods) => pods.filter(({ status }) => status.phase === "Running").length;
export const chartsOf = (charts, stack) => charts.filter((chart) => chart.stack === stack);

/** Objects that a controller has made of one. */
export const ownedBy = (objects, name) =>
  objects.filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.name === name && owner.controller));
/** What the first container of a pod has in its environment. */
export const variables = ({ spec }) =>
  Object.fromEntries(spec.containers[0].env.map(({ name, value }) => [name, value]));

/** Installs the charts of an example, node pools first, and gives them to `use`; takes them away afterwards. */
export function withExample(cluster, helm, charts, use) {
  const ordered = [...charts].sort((a) => (a.name === "node-pools" ? -1 : 1));
  try {
    for (const { name, path, valuesFile } of ordered) {
      const result = cluster.helm(helm, [
        "install",
        name,
        path,
        "--namespace",
        "warpform",
        "--create-namespace",
        "--values",
        valuesFile,
        "--timeout",
        "60s",
      ]);
      if (result.status !== 0) return `helm install ${name}: ${tail(result, 6)}`;
    }
    return use();
  } finally {
    for (const { name } of ordered.reverse())
      cluster.helm(helm, ["uninstall", name, "--namespace", "warpform", "--wait", "--timeout", "60s"]);
    for (const { namespace } of new Set(
      charts.flatMap(({ objects }) =>
        objects.filter((o) => o.kind === "Namespace").map((o) => ({ namespace: o.metadata.name })),
      ),
    ))
      cluster.until(180, () => (cluster.kubectl(["get", "namespace", namespace]).status === 0 ? "still there" : ""));
  }
}
