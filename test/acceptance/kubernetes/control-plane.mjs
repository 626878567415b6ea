// A real Kubernetes API server, scheduler and controllers (no containers: pods on fake nodes) take what the charts hold, and
// Karpenter's core starts nodes for it. Where the tool is not beside this checkout, each check is skipped by name.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, fail, run, sharedTools, tail } from "../lib/checks.mjs";
import { chartsOf, fakeNodes, running, withExample, workers } from "./cluster.mjs";
import { refusedPods } from "./operator-pods.mjs";

export const lab = join(sharedTools, "kube-lab", "kube-lab");
export const SYSTEM = ["system", "m7i.2xlarge", 3];
export const TITLES = [
  "the API server takes the charts of every example and of other platforms, and the pods that KubeRay makes of them",
  "CRDs refuse what their rules forbid",
  "a privileged pod is refused in a workload's namespace",
  "the password job may create and change its Secret, and read no other",
  "worker pods of the p5 example fill their nodes, and one too many waits",
  "a training pod cannot be evicted, a serving pod can",
  "Karpenter's core starts spot nodes from zero for a job's workers and takes them away",
  "Karpenter's core adds system nodes for Ray heads, and no more than maxSystemNodes",
];

export function installs(cluster, helm, charts) {
  for (const stack of new Set(charts.map((chart) => chart.stack)))
    check(`${TITLES[0]}: ${stack}`, () => {
      const own = chartsOf(charts, stack);
      return withExample(cluster, helm, own, () =>
        refusedPods(
          cluster,
          own.flatMap(({ objects }) => objects),
        ),
      );
    });
}

export function refusals(cluster, charts) {
  check(TITLES[1], () => {
    const node = charts.flatMap(({ objects }) => objects).find(({ kind }) => kind === "EC2NodeClass");
    const broken = structuredClone(node);
    broken.spec.networkInterfaces = [{ networkCardIndex: 0, deviceIndex: 0, interfaceType: "efa-only" }];
    if (cluster.apply(node).status !== 0) return "the good one is refused too";
    const result = cluster.kubectl(["apply", "--server-side", "--dry-run=server", "-f", "-"], JSON.stringify(broken));
    cluster.kubectl(["delete", "ec2nodeclass", node.metadata.name]);
    return /must include a primary interface/.test(result.stderr) ? undefined : `it said: ${tail(result, 3)}`;
  });
}

export function training(cluster, helm, charts) {
  const p5 = chartsOf(charts, "kuberay-training-p5");
  const ray = p5.flatMap(({ objects }) => objects).find(({ kind }) => kind === "RayCluster");
  if (!ray) return fail(TITLES[4], "the example has no RayCluster");
  const { namespace } = ray.metadata;
  const group = ray.spec.workerGroupSpecs[0];
  const complaint = withExample(cluster, helm, p5, () => {
    check(TITLES[2], () => {
      const pod = {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "root", namespace },
        spec: { containers: [{ name: "a", image: "a:1", securityContext: { privileged: true } }] },
      };
      return /violates PodSecurity "restricted/.test(cluster.apply(pod).stderr) ? undefined : "it was taken";
    });
    check(TITLES[3], () => {
      const job = p5
        .flatMap(({ objects }) => objects)
        .find(({ kind, metadata }) => kind === "Job" && metadata.name === "redis-password");
      const as = `system:serviceaccount:${job.metadata.namespace}:${job.spec.template.spec.serviceAccountName}`;
      const may = (verb, what) =>
        cluster.kubectl(["auth", "can-i", verb, what, "--as", as, "-n", namespace]).stdout.trim();
      const answers = [
        may("create", "secrets"),
        may("patch", "secrets/ray-state"),
        may("get", "secrets/other"),
        may("list", "secrets"),
      ];
      return answers.join() === "yes,yes,no,no" ? undefined : `create, patch own, get other, list: ${answers}`;
    });
    check(TITLES[4], () => {
      cluster.apply(fakeNodes("h100", "p5.48xlarge", 2).nodes);
      const result = cluster.apply(workers("train", namespace, group, 3));
      if (result.status !== 0) return tail(result, 5);
      const late = cluster.until(40, () => {
        const pods = cluster.get("pods", "-n", namespace, "-l", "warpform/use=training");
        return running(pods) === 2 && pods.length === 3
          ? ""
          : `${running(pods)} of ${pods.length} run: ${pods.map(({ status }) => status.conditions?.[0]?.message).join("; ")}`;
      });
      if (late) return late;
      const waiting = cluster.get("pods", "-n", namespace).find(({ status }) => status.phase === "Pending");
      const why = waiting?.status.conditions?.find(({ type }) => type === "PodScheduled")?.message ?? "";
      return /Insufficient nvidia.com\/gpu/.test(why) && /Insufficient vpc.amazonaws.com\/efa/.test(why)
        ? undefined
        : `the third waits for another reason: ${why}`;
    });
    check(TITLES[5], () => {
      const evict = (name, ns) =>
        cluster.kubectl(
          ["create", "--raw", `/api/v1/namespaces/${ns}/pods/${name}/eviction`, "-f", "-"],
          JSON.stringify({ apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace: ns } }),
        );
      const settled = cluster.until(30, () => {
        const [budget] = cluster.get("poddisruptionbudgets", "-n", namespace);
        return budget?.status.currentHealthy === 2 && budget.status.disruptionsAllowed === 0
          ? ""
          : `the budget says ${JSON.stringify(budget?.status)}`;
      });
      if (settled) return settled;
      const name = cluster.get("pods", "-n", namespace).find(({ status }) => status.phase === "Running").metadata.name;
      const refused = evict(name, namespace);
      if (!/disruption budget/.test(refused.stderr)) return `the training pod: ${tail(refused, 3)}`;
      const plain = workers("serve", namespace, group, 1).map((pod) => ({
        ...pod,
        metadata: { ...pod.metadata, labels: { "warpform/use": "serving" } },
      }));
      cluster.apply(plain);
      const allowed = evict("serve-0", namespace);
      return allowed.status === 0 ? undefined : `the other pod: ${tail(allowed, 3)}`;
    });
    cluster.kubectl(["delete", "pods", "--all", "-n", namespace, "--force", "--grace-period=0"]);
    cluster.kubectl(["delete", "nodes", "h100-0", "h100-1"]);
    return undefined;
  });
  if (complaint) fail("the p5 example in a cluster", complaint);
}

/** A NodePool of the core's own provider. */
function onFakeNodes(pool) {
  const copy = structuredClone(pool);
  copy.spec.template.spec.nodeClassRef = { group: "karpenter.kwok.sh", kind: "KWOKNodeClass", name: "default" };
  copy.spec.disruption.consolidateAfter = "5s";
  return copy;
}

/** Heads beyond what the group's nodes hold: three on each of them, and on each of the two that may be added. */
export function systemGrowth(cluster, charts) {
  check(TITLES[7], () => {
    const objects = charts.flatMap((chart) => chart.objects);
    const pool = objects.find(({ kind, metadata }) => kind === "NodePool" && metadata.name === "system-on-demand");
    if (!pool) return "no stack has maxSystemNodes";
    const { metadata, spec } = objects.find(({ kind }) => kind === "RayCluster").spec.headGroupSpec.template;
    const namespace = "heads";
    const head = { ...spec, serviceAccountName: "default", volumes: undefined, terminationGracePeriodSeconds: 0 };
    head.containers = head.containers.map((container) => ({ ...container, volumeMounts: undefined }));
    const heads = Array.from({ length: 16 }, (_, i) => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { ...metadata, name: `head-${i}`, namespace },
      spec: head,
    }));
    const made = cluster.apply([
      { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
      onFakeNodes(pool),
      ...heads,
    ]);
    if (made.status !== 0) return tail(made, 5);
    const late = cluster.until(120, () => {
      const count = running(cluster.get("pods", "-n", namespace));
      return count === 15 ? "" : `${count} heads run, not 15 of 16`;
    });
    const from = cluster.get("nodeclaims").map(({ metadata: { labels } }) => labels["karpenter.sh/nodepool"]);
    cluster.kubectl(["delete", "namespace", namespace, "--wait=false"]);
    return late ?? (from.join() === "system-on-demand,system-on-demand" ? undefined : `nodes came from ${from}`);
  });
}

export function karpenter(cluster, charts, labEnv) {
  check(TITLES[6], () => {
    const objects = chartsOf(charts, "kuberay-lora").flatMap((chart) => chart.objects);
    const job = objects.find(({ kind }) => kind === "RayJob");
    const { karpenter: type } = fakeNodes("l40s", "g6e.12xlarge", 0);
    const types = join(cluster.folder, "types.json");
    writeFileSync(types, JSON.stringify([type, fakeNodes(...SYSTEM).karpenter]));
    const started = run(lab, ["karpenter", types], { env: labEnv });
    if (started.status !== 0) return tail(started);
    // the core's own provider stands in for EC2, and five minutes of idling are too long to wait here
    const pools = objects.filter(({ kind }) => kind === "NodePool").map(onFakeNodes);
    const nodeClass = {
      apiVersion: "karpenter.kwok.sh/v1alpha1",
      kind: "KWOKNodeClass",
      metadata: { name: "default" },
    };
    const namespace = "karpenter-check";
    const applied = cluster.apply([
      { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
      nodeClass,
      ...pools,
    ]);
    if (applied.status !== 0) return tail(applied, 6);
    const group = structuredClone(job.spec.rayClusterSpec.workerGroupSpecs[0]);
    group.template.spec.serviceAccountName = "default";
    group.template.spec.volumes = group.template.spec.volumes.filter(
      ({ persistentVolumeClaim }) => !persistentVolumeClaim,
    );
    // training pods forbid their disruption; that is what keeps the nodes until they are gone
    const made = cluster.apply(workers("lora", namespace, group, 2));
    if (made.status !== 0) return tail(made, 5);
    // two launches one after the other, each with a batching window of its own; what waits, and why, is said on failure
    const up = cluster.until(180, () => {
      const pods = cluster.get("pods", "-n", namespace);
      const waiting = pods.filter(({ status }) => status.phase !== "Running");
      const why = waiting.flatMap(({ status }) =>
        (status.conditions ?? []).map(({ reason, message }) => `${reason}: ${message}`),
      );
      return running(pods) === 2
        ? ""
        : `${running(pods)} of 2 pods run (${why.join("; ") || "nothing tried them yet"})`;
    });
    const claims = cluster.get("nodeclaims");
    const from = claims.map(({ metadata }) => metadata.labels["karpenter.sh/nodepool"]).join();
    if (up) {
      const nodes = cluster.get("nodes").map(({ metadata, spec, status }) => {
        const ready = status.conditions?.find(({ type }) => type === "Ready")?.status;
        return `${metadata.name} ready ${ready} ${(spec.taints ?? []).map(({ key }) => key)}`;
      });
      const log = readFileSync(join(labEnv.KUBE_LAB_DIR, "karpenter.log"), "utf8").trim().split("\n").slice(-8);
      return [`${up}; node claims: ${from || "none"}`, ...nodes, ...log].join("\n    ");
    }
    if (from !== "l40s-spot,l40s-spot") return `nodes came from ${from}, not twice from l40s-spot`;
    cluster.kubectl(["delete", "pods", "--all", "-n", namespace, "--force", "--grace-period=0"]);
    return cluster.until(90, () => {
      const left = cluster.get("nodeclaims").length;
      return left === 0 ? "" : `${left} nodes are left after their pods`;
    });
  });
}
