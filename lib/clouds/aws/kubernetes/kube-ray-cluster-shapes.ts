import type { Problems } from "../../../errors";
import { BITS_PER_WEIGHT } from "../../../sizing/memory/model-memory";
import { nearest } from "../../../units/nearest";
import { addShapeProblems, type PropShape } from "../../common/prop-shapes";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";

type Shapes<P> = Readonly<Record<keyof P & string, PropShape | "any">>;
type ItemOf<K extends keyof KubeRayClusterProps> =
  NonNullable<KubeRayClusterProps[K]> extends readonly (infer Item)[] ? Item : never;

/** What each prop of the cluster is; what is `any` has a check of its own. */
const CLUSTER: Shapes<Required<KubeRayClusterProps>> = {
  network: "network",
  pools: "pools",
  provisioner: "text?",
  nodeImage: "text?",
  nodeImageVersion: "text?",
  kubernetesVersion: "text?",
  addOnVersions: "textsByName?",
  publicEndpointCidrs: "texts?",
  administratorArns: "texts?",
  systemInstanceType: "text?",
  systemNodes: "number?",
  systemImageVersion: "text?",
  forceSystemUpdates: "boolean?",
  imagePullSecret: "text?",
  rayClusters: "objects?",
  fineTuning: "objects?",
  serving: "objects?",
  triton: "objects?",
  gateway: "object?",
  queues: "object?",
  fileSystems: "objects?",
  bucketMounts: "objects?",
  monitoring: "any",
  gcsFaultTolerance: "boolean?",
  gcsNodeType: "text?",
  tls: "boolean?",
  monthlyBudgetUsd: "number?",
  budgetEmails: "texts?",
  budgetTopicArn: "text?",
  logRetentionDays: "number?",
  workloadsScope: "any",
  permissionsBoundaryArn: "policy?",
};

const RAY_CLUSTER: Shapes<Required<ItemOf<"rayClusters">>> = {
  name: "text",
  namespace: "text?",
  pools: "pools",
  image: "text?",
  rayVersion: "text?",
  gpusPerPod: "number?",
  queue: "text?",
  priority: "text?",
  workers: "object?",
  autoscaling: "boolean?",
  idleMinutes: "number?",
  env: "textsByName?",
  secretEnv: "object?",
};

const FINE_TUNING: Shapes<Required<ItemOf<"fineTuning">>> = {
  name: "text",
  namespace: "text?",
  pool: "pool",
  gpus: "number?",
  model: "text",
  data: "address",
  storage: "address",
  adapters: "address",
  method: "text?",
  rank: "number?",
  epochs: "number?",
  sequenceLength: "number?",
  batchPerGpu: "number?",
  learningRate: "number?",
  checkpointSteps: "number?",
  queue: "text?",
  priority: "text?",
  retries: "number?",
  deadlineMinutes: "number?",
  image: "text?",
  pipPackages: "texts?",
  rayVersion: "text?",
  env: "textsByName?",
  secretEnv: "object?",
};

const SERVING: Shapes<Required<ItemOf<"serving">>> = {
  name: "text",
  namespace: "text?",
  pool: "pool",
  model: "text",
  modelId: "text?",
  weights: "address",
  revision: "text?",
  precision: "text?",
  tensorParallel: "number?",
  pipelineParallel: "number?",
  maxModelLength: "number?",
  replicas: "object?",
  targetOngoingRequests: "number?",
  targetTimeToFirstTokenSeconds: "number?",
  engineArguments: "object?",
  lora: "object?",
  exposure: "text?",
  allowedCidrs: "texts?",
  certificateArn: "text?",
  apiKey: "object?",
  upgradeStrategy: "text?",
  engine: "text?",
  image: "text?",
  rayVersion: "text?",
  env: "textsByName?",
  secretEnv: "object?",
};

const TRITON: Shapes<Required<ItemOf<"triton">>> = {
  name: "text",
  namespace: "text?",
  pool: "pool",
  modelRepository: "address",
  revision: "text?",
  gpusPerReplica: "number?",
  replicas: "object?",
  targetPendingRequests: "number?",
  targetQueueMilliseconds: "number?",
  exposure: "text?",
  allowedCidrs: "texts?",
  image: "text?",
  env: "textsByName?",
  secretEnv: "object?",
};

const REPLICAS = { min: "number", max: "number" } as const;

/** Values of props that have few, by the list they are in. */
const CHOICES: readonly (readonly ["fineTuning" | "serving" | "triton", string, readonly string[]])[] = [
  ["fineTuning", "method", ["lora", "qlora"]],
  ["serving", "precision", Object.keys(BITS_PER_WEIGHT)],
  ["serving", "engine", ["ray", "leader-worker-set"]],
  ["serving", "upgradeStrategy", ["new-cluster", "none"]],
  ["serving", "exposure", ["cluster", "internal", "public", "gateway"]],
  ["triton", "exposure", ["cluster", "internal", "public", "gateway"]],
];

/**
 * Notes what is missing or of the wrong kind in the props and all that they hold. Nothing may be read from them when something
 * was noted.
 */
export function checkKubeRayShapes(problems: Problems, props: KubeRayClusterProps): void {
  const of = (at: string, value: unknown, shapes: Readonly<Record<string, PropShape | "any">>) => {
    if (value !== undefined && value !== null && typeof value === "object")
      addShapeProblems(problems, at, value, shapes);
  };
  of("", props, CLUSTER);
  if (props.monitoring !== false) of("", props, { monitoring: "object?" });
  if (problems.any) return;
  props.rayClusters?.forEach((item, i) => {
    of(`rayClusters[${i}]`, item, RAY_CLUSTER);
    of(`rayClusters[${i}].workers`, item.workers, REPLICAS);
  });
  props.fineTuning?.forEach((item, i) => {
    of(`fineTuning[${i}]`, item, FINE_TUNING);
  });
  props.serving?.forEach((item, i) => {
    of(`serving[${i}]`, item, SERVING);
    of(`serving[${i}].replicas`, item.replicas, REPLICAS);
    of(`serving[${i}].apiKey`, item.apiKey, { secret: "text", key: "text" });
    of(`serving[${i}].lora`, item.lora, { adapters: "address", maxAdapters: "number", maxRank: "number" });
  });
  props.triton?.forEach((item, i) => {
    of(`triton[${i}]`, item, TRITON);
    of(`triton[${i}].replicas`, item.replicas, REPLICAS);
  });
  of("queues", props.queues, { scheduler: "text?", teams: "objects" });
  if (Array.isArray(props.queues?.teams))
    props.queues.teams.forEach((team, i) => {
      const shapes = {
        name: "text",
        namespace: "text?",
        gpus: "object",
        weight: "number?",
        borrowing: "boolean?",
      } as const;
      of(`queues.teams[${i}]`, team, shapes);
    });
  of("gateway", props.gateway, {
    domain: "text",
    certificateArn: "text?",
    exposure: "text?",
    allowedCidrs: "texts?",
    subnetIds: "texts?",
  });
  props.fileSystems?.forEach((item, i) => {
    of(`fileSystems[${i}]`, item, { storage: "lustre", path: "text" });
  });
  props.bucketMounts?.forEach((item, i) => {
    of(`bucketMounts[${i}]`, item, { bucket: "any", path: "text", prefix: "text?", readOnly: "boolean?" });
  });
  of("monitoring", props.monitoring, {
    storageGiB: "number?",
    retentionDays: "number?",
    idleGpuMinutes: "number?",
    queueHours: "number?",
  });
  for (const list of ["rayClusters", "fineTuning", "serving", "triton"] as const)
    props[list]?.forEach(({ secretEnv }, i) => {
      for (const [name, value] of Object.entries(secretEnv ?? {}))
        of(`${list}[${i}].secretEnv.${name}`, value, { secret: "text", key: "text" });
    });
  for (const [list, prop, values] of CHOICES) checkChoice(problems, props[list] ?? [], list, prop, values);
}

function checkChoice(
  problems: Problems,
  items: readonly object[],
  list: string,
  prop: string,
  values: readonly string[],
): void {
  items.forEach((item, i) => {
    const value = (item as Record<string, unknown>)[prop];
    if (typeof value !== "string" || values.includes(value)) return;
    const at = `${list}[${i}].${prop}`;
    problems.add(
      "not-allowed",
      at,
      `${at} must be one of ${values.join(", ")}, got "${value}"; use "${nearest(value, values)[0] ?? values[0]}"`,
    );
  });
}
