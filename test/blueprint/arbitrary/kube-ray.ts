import type { Blueprint } from "../../../lib/blueprint/schema/aws/aws-blueprint";
import { findInstanceType } from "../../../lib/catalog/instance-types";
import { defined, from, type Generate, maybe, type Pool, type Pools, yes } from "./generate";

type KubeRay = NonNullable<Blueprint["kubeRay"]>;

export function kubeRayOf(
  g: Generate,
  pools: Pools,
  fileSystems: NonNullable<Blueprint["fileSystems"]>,
  buckets: readonly string[],
): KubeRay {
  const gpus = findInstanceType(pools.train!.instanceType)!.acceleratorCount;
  const whole = wholeGpus(pools.train!);
  const { nodes } = pools.train!;
  const borrowing = yes(g);
  // Who borrows nothing must own all that its cluster asks for at once.
  const team = {
    name: "search",
    gpus: { train: borrowing ? gpus : gpus * nodes.max },
    borrowing,
    weight: maybe(g, [1, 2]),
  };
  const queues = maybe(g, [{ teams: [defined(team)] }]);
  const rayClusters = maybe(g, [[rayClusterOf(g, queues !== undefined)]]);
  // It scales by what Prometheus measures.
  const anyTriton = whole ? maybe(g, [[tritonOf(g, buckets)]]) : undefined;
  const anyServing = whole && gpus % 2 === 0 ? maybe(g, [[servingOf(g, pools.train!, buckets)]]) : undefined;
  // What always runs must find room together: a cluster in no queue keeps the pool's fewest nodes.
  const kept = rayClusters?.some(({ queue }) => queue === undefined) ? gpus * nodes.min : 0;
  const takes = (models: typeof anyServing) =>
    (models ?? []).reduce((sum, { tensorParallel = 1, replicas }) => sum + tensorParallel * (replicas?.min ?? 1), 0);
  // So may servers, at their most, of which each is given two replicas or fewer.
  const free = gpus * nodes.max - (queues === undefined ? 0 : team.gpus.train);
  const fits = Math.max(kept + takes(anyServing), 2 * takes(queues && anyServing)) <= free;
  // An upgrade starts beside what runs, or is done by hand.
  const upgraded = kept + 3 * takes(anyServing) + 1 <= free && yes(g);
  const serving = fits
    ? anyServing?.map((model) => ({ ...model, ...(upgraded ? {} : { upgradeStrategy: "none" as const }) }))
    : undefined;
  // Beside queues a model's replicas take, by default, all that no team owns.
  const crowded = queues !== undefined && serving !== undefined;
  const triton = !crowded && kept + takes(serving) < free ? anyTriton : undefined;
  const budget = maybe(g, [{ monthlyBudgetUsd: 1000, budgetEmails: ["ops@example.com"] }]);
  const lustre = Object.keys(fileSystems).filter((name) => fileSystems[name]!.kind === "lustre");
  return defined({
    pools: Object.keys(pools),
    provisioner: maybe(g, ["karpenter", "managed"] as const),
    publicEndpointCidrs: maybe(g, [["203.0.113.0/24"]]),
    administratorArns: maybe(g, [["arn:aws:iam::123456789012:role/admin"]]),
    // heads of queued clusters need room on the system nodes
    systemNodes: maybe(g, queues === undefined ? [2, 3] : [4]),
    queues,
    rayClusters,
    // beside what always runs
    fineTuning:
      whole && takes(serving) + kept <= gpus * (nodes.max - 1) ? maybe(g, [[fineTuningOf(g, buckets)]]) : undefined,
    serving,
    triton,
    // models take it unless they say otherwise, and it must lead to one
    gateway: [...(serving ?? []), ...(triton ?? [])].some(({ exposure }) => exposure === undefined)
      ? maybe(g, [{ domain: "models.example.com" }])
      : undefined,
    systemImageVersion: maybe(g, ["latest"]),
    fastImagePull: Object.values(pools).every(unpacksFast) ? maybe(g, [true]) : undefined,
    nodeCheck: Object.values(pools).some(wholeGpus) ? maybe(g, [{ level: 1 as const }]) : undefined,
    ...budget,
    fileSystems:
      lustre.length > 0 ? maybe(g, [lustre.map((name) => ({ fileSystem: name, path: `/mnt/${name}` }))]) : undefined,
    bucketMounts:
      buckets.length > 0 ? maybe(g, [[{ bucket: from(g, buckets), path: "/data", readOnly: yes(g) }]]) : undefined,
    buckets: buckets.length > 0 ? maybe(g, [[...buckets]]) : undefined,
    monitoring: triton === undefined ? maybe(g, [false as const, { retentionDays: 30 }]) : undefined,
    gcsFaultTolerance: rayClusters && maybe(g, [true, false]),
    tls: rayClusters && maybe(g, [true, false]),
    logRetentionDays: maybe(g, [30, 365]),
  });
}

/** Local disks, or a root volume as fast as parallel unpacking needs. */
function unpacksFast({ instanceType, rootVolumeMBps = 0 }: Pool): boolean {
  return findInstanceType(instanceType)?.localNvme != null || rootVolumeMBps >= 600;
}

function wholeGpus({ migProfile, mpsReplicas, timeSlicingReplicas }: Pool): boolean {
  return migProfile === undefined && mpsReplicas === undefined && timeSlicingReplicas === undefined;
}

/** A place for data: a bucket of the blueprint, or somebody else's. */
const locationOf = (g: Generate, buckets: readonly string[], folder: string): string =>
  `s3://${from(g, [...buckets, "company-data"])}/${folder}`;

function rayClusterOf(g: Generate, queued: boolean): NonNullable<KubeRay["rayClusters"]>[number] {
  return defined({
    name: "research",
    pools: ["train"],
    // On a fabric it must have the fabric's software, which Ray's own has not.
    image: "registry.example.com/ray-efa:2.52.0",
    // A cluster in no queue may take GPUs that a team owns, which is refused.
    queue: queued ? "search" : undefined,
    // in a queue its size is fixed
    idleMinutes: queued ? undefined : maybe(g, [5, 60]),
    env: maybe(g, [{ NCCL_DEBUG: "INFO" }]),
  });
}

function fineTuningOf(g: Generate, buckets: readonly string[]): NonNullable<KubeRay["fineTuning"]>[number] {
  return defined({
    name: "support",
    pool: "train",
    model: from(g, ["meta-llama/Llama-3.1-8B", locationOf(g, buckets, "weights/llama-3.1-8b")]),
    data: locationOf(g, buckets, "data/tickets.jsonl"),
    storage: locationOf(g, buckets, "checkpoints"),
    adapters: locationOf(g, buckets, "adapters"),
    method: maybe(g, ["lora", "qlora"] as const),
    rank: maybe(g, [8, 64]),
    checkpointSteps: maybe(g, [50]),
    deadlineMinutes: maybe(g, [600]),
  });
}

function servingOf(g: Generate, pool: Pool, buckets: readonly string[]): NonNullable<KubeRay["serving"]>[number] {
  return defined({
    name: "model",
    pool: "train",
    model: "llama-3.1-8b",
    weights: locationOf(g, buckets, "weights/llama-3.1-8b"),
    tensorParallel: Math.min(8, findInstanceType(pool.instanceType)!.acceleratorCount),
    maxModelLength: maybe(g, [4096]),
    modelId: maybe(g, ["assistant"]),
    exposure: maybe(g, ["cluster", "internal"] as const),
    lora: maybe(g, [{ adapters: locationOf(g, buckets, "adapters"), maxAdapters: 4, maxRank: 256 }]),
  });
}

function tritonOf(g: Generate, buckets: readonly string[]): NonNullable<KubeRay["triton"]>[number] {
  const replicas = maybe(g, [{ min: 1, max: 1 }]);
  return defined({
    name: "vision",
    pool: "train",
    modelRepository: locationOf(g, buckets, "repository"),
    replicas,
    // with one replica there is no other to start
    targetPendingRequests: replicas === undefined ? maybe(g, [16]) : undefined,
  });
}
