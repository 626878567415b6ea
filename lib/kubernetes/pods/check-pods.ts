import type { Problems } from "../../errors";
import { isLabelKey, isLabelValue } from "../../model/kubernetes/label-form";
import { GIB } from "../../units/bytes";
import { hasHelmValue } from "../chart/helm-value";
import { STARTUP_TAINT } from "../chart/names";
import { gpuResource, type KubernetesPool } from "../nodes/pool";
import { workerResources } from "../ray/worker-resources";
import { servingGpusPerPod } from "../serving/replica-size";
import type { Workloads } from "../workloads";
import { operatorOf } from "./own-pods";
import type { PodOptions, PodToleration } from "./pod-options";
import { takenKey } from "./taken-keys";

/** Bytes of all annotations of an object. @see https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/ */
const ANNOTATIONS_BYTES = 256 * 1024;

/** Least that a worker can do anything with. */
const LEAST = { cpus: 1, memoryGiB: 2 } as const;

/** Taints of nodes that are being drained or checked, and what a pod that bears with them does. */
const LEAVING = ["karpenter.sh/disrupted", "karpenter.sh/unregistered", "node.kubernetes.io/unschedulable"];

interface PodsOf {
  readonly path: string;
  readonly pods: PodOptions;
  /** Where its pods with GPUs run, and how many each has. */
  readonly on: readonly { readonly of: KubernetesPool; readonly gpus: number }[];
  /** Whether it has the props of queues. */
  readonly queued: boolean;
}

/** Pods of workloads for which the user says something. */
function podsOf({ rayClusters, fineTuning, jobs = [], serving, triton }: Workloads): PodsOf[] {
  const rows = [
    ...rayClusters.map(({ pods, workerGroups }, i) => ({
      path: `rayClusters[${i}]`,
      pods,
      on: workerGroups.map(({ of, gpusPerPod }) => ({ of, gpus: gpusPerPod })),
      queued: true,
    })),
    ...fineTuning.map(({ pods, of, gpus }, i) => ({
      path: `fineTuning[${i}]`,
      pods,
      on: [{ of, gpus: Math.min(gpus, of.type.acceleratorCount) }],
      queued: true,
    })),
    ...jobs.map(({ pods, of, gpusPerPod: gpus }, i) => ({
      path: `jobs[${i}]`,
      pods,
      on: [{ of, gpus }],
      queued: true,
    })),
    ...serving.map((model, i) => ({
      path: `serving[${i}]`,
      pods: model.pods,
      on: [{ of: model.of, gpus: servingGpusPerPod(model) }],
      queued: false,
    })),
    ...triton.map(({ pods, of, gpusPerReplica: gpus }, i) => ({
      path: `triton[${i}]`,
      pods,
      on: [{ of, gpus }],
      queued: false,
    })),
  ];
  return rows.flatMap(({ pods, path, ...row }) => (pods ? [{ ...row, pods, path: `${path}.pods` }] : []));
}

/** Checks what users add to the pods of their workloads. */
export function checkPods(problems: Problems, of: Workloads): void {
  const identity = Object.keys(of.platform.identityLabels ?? {});
  for (const row of podsOf(of)) {
    checkLabels(problems, row, identity);
    checkAnnotations(problems, row);
    checkTolerations(problems, row);
    checkResources(problems, row);
  }
}

/** Notes a key that is not the user's or has no form; whether it is well. */
function checkKey(problems: Problems, at: string, key: string, { queued }: PodsOf): boolean {
  const taken = takenKey(key);
  if (taken) {
    const use = taken.prop !== undefined && queued ? `use ${taken.prop}` : "leave it out, or use a key of your own";
    problems.add("not-allowed", `${at}.${key}`, `${at} must not have "${key}", which ${taken.why}; ${use}`);
    return false;
  }
  if (isLabelKey(key)) return true;
  problems.add(
    "malformed",
    `${at}.${key}`,
    `${at} must have keys of up to 63 letters, digits, "-", "_" and ".", optionally after a DNS name and "/", got "${key}"; use "example.com/team", for example`,
  );
  return false;
}

function checkLabels(problems: Problems, row: PodsOf, identity: readonly string[]): void {
  const at = `${row.path}.labels`;
  for (const [key, value] of Object.entries(row.pods.labels ?? {})) {
    if (identity.includes(key)) {
      problems.add(
        "not-allowed",
        `${at}.${key}`,
        `${at} must not have "${key}", by which pods get the identity of the cluster; leave it out`,
      );
      continue;
    }
    if (!checkKey(problems, at, key, row) || hasHelmValue(value) || isLabelValue(value)) continue;
    problems.add(
      "malformed",
      `${at}.${key}`,
      `${at}.${key} must be up to 63 letters, digits, "-", "_" and ".", a letter or digit at both ends, got ${JSON.stringify(value)}; use annotations for other text`,
    );
  }
}

function checkAnnotations(problems: Problems, row: PodsOf): void {
  const at = `${row.path}.annotations`;
  const all = Object.entries(row.pods.annotations ?? {});
  for (const [key] of all) checkKey(problems, at, key, row);
  const bytes = all.reduce((sum, pair) => sum + Buffer.byteLength(pair.join("")), 0);
  if (bytes > ANNOTATIONS_BYTES)
    problems.add(
      "out-of-range",
      at,
      `${at} must have at most ${ANNOTATIONS_BYTES} bytes in all, got ${bytes}; put the text into a ConfigMap`,
    );
}

function checkTolerations(problems: Problems, { path, pods: { tolerations = [] } }: PodsOf): void {
  tolerations.forEach((of, i) => {
    const at = `${path}.tolerations[${i}]`;
    checkToleration(problems, at, of);
    const same = (other: PodToleration) => JSON.stringify(identified(other)) === JSON.stringify(identified(of));
    const first = tolerations.findIndex(same);
    if (first < i) problems.add("duplicate", at, `${at} says the same as tolerations[${first}]; leave one of them out`);
  });
}

/** What makes a toleration another one for the API server. */
const identified = (of: PodToleration) => [of.key, operatorOf(of), of.value ?? "", of.effect ?? ""];

function checkToleration(problems: Problems, at: string, of: PodToleration): void {
  const { key, value, effect, tolerationSeconds } = of;
  if (!isLabelKey(key))
    problems.add(
      "malformed",
      `${at}.key`,
      `${at}.key must be that of a taint, up to 63 letters, digits, "-", "_" and ".", optionally after a DNS name and "/", got ${JSON.stringify(key)}; use "dedicated", for example`,
    );
  if (LEAVING.includes(key) || key === STARTUP_TAINT.key)
    problems.add(
      "not-allowed",
      `${at}.key`,
      `${at}.key must not be "${key}", the taint of nodes that ${key === STARTUP_TAINT.key ? "nodeCheck has not passed yet" : "start or are drained"}: pods would start there; leave the toleration out`,
    );
  if (operatorOf(of) === "Exists" && value !== undefined)
    problems.add(
      "conflict",
      `${at}.value`,
      `${at} has operator "Exists", which takes any value, and value "${value}"; leave out one of them`,
    );
  if (operatorOf(of) === "Equal" && value === undefined)
    problems.add(
      "required",
      `${at}.value`,
      `${at} has operator "Equal" and no value to compare with; give value, or leave operator out`,
    );
  if (value !== undefined && !hasHelmValue(value) && !isLabelValue(value))
    problems.add(
      "malformed",
      `${at}.value`,
      `${at}.value must be up to 63 letters, digits, "-", "_" and ".", got ${JSON.stringify(value)}; copy it from \`kubectl describe node\``,
    );
  if (tolerationSeconds !== undefined && effect !== "NoExecute")
    problems.add(
      "conflict",
      `${at}.tolerationSeconds`,
      `${at}.tolerationSeconds holds with effect "NoExecute" alone, which ends pods that run, got ${effect === undefined ? "no effect" : `"${effect}"`}; use effect "NoExecute", or leave tolerationSeconds out`,
    );
}

/** A pod may leave some of its share of the node, never take more: GPUs of the node would then be nobody's. */
function checkResources(problems: Problems, { path, pods: { resources }, on }: PodsOf): void {
  if (resources === undefined) return;
  for (const { of, gpus } of on) {
    const { cpuMillicores, memoryBytes } = workerResources(of, gpus);
    const share = { cpus: cpuMillicores / 1000, memoryGiB: memoryBytes / GIB };
    const whose = `what ${gpus} of the ${gpuResource(of).perNode} GPUs of a node of pool "${of.pool.name}" have of its`;
    for (const prop of ["cpus", "memoryGiB"] as const) {
      const value = resources[prop];
      const least = Math.min(LEAST[prop], share[prop]);
      if (value === undefined || (value >= least && value <= share[prop])) continue;
      const what = prop === "cpus" ? "CPUs" : "memory";
      const more = value > share[prop] ? ", since more would leave GPUs that no pod can use" : "";
      problems.add(
        "out-of-range",
        `${path}.resources.${prop}`,
        `${path}.resources.${prop} must be from ${least} to ${share[prop]}, ${whose} ${what}, got ${value}${more}; use ${value > share[prop] ? share[prop] : least}`,
      );
    }
  }
}
