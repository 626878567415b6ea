import type { BatchJobProps } from "../../../kubernetes/jobs/job-props";
import { gpuResource, takesOneShare } from "../../../kubernetes/nodes/pool";
import type { FineTuningProps } from "../../../kubernetes/ray/fine-tuning";
import type { RayWorkerGroup } from "../../../kubernetes/ray/ray-cluster";
import { scalesWithLoad } from "../../../kubernetes/ray/scales-with-load";
import type { NamedRayCluster } from "../../../kubernetes/workloads";
import { withDefaults } from "../../../props/with-defaults";
import type { BatchJobFields, FineTuningFields, RayClusterFields } from "./training-options";
import { clusterNamespace, type WorkloadContext, type WorkloadPool } from "./workload-context";
import { HEARTBEAT, WORKLOADS } from "./workload-tables";

const { rayCluster: RAY_CLUSTER, batchJob: BATCH_JOB, fineTuning: FINE_TUNING } = WORKLOADS;

/** What the LoRA program needs beyond Ray's image with vLLM. */
export const PIP_PACKAGES = ["peft==0.18.1", "bitsandbytes==0.48.2"];

/** A long-lived cluster, with defaults filled in. */
export function rayCluster<Pool extends WorkloadPool>(
  of: RayClusterFields<Pool>,
  context: WorkloadContext<Pool>,
): NamedRayCluster {
  const { queues } = context;
  const namespace = clusterNamespace(context, of);
  const byKueue = of.queue !== undefined && queues?.scheduler !== "kai";
  const autoscaling = of.autoscaling ?? scalesWithLoad(of, queues?.scheduler);
  const team = byKueue ? queues?.teams.find(({ name }) => name === of.queue) : undefined;
  const groups = of.pools.map((pool): RayWorkerGroup => {
    const kubernetesPool = context.poolOf(pool);
    const { perNode, perGpu } = gpuResource(kubernetesPool);
    const gpusPerPod = of.gpusPerPod ?? (takesOneShare(kubernetesPool) ? 1 : perNode);
    const podsPerNode = Math.max(1, Math.floor(perNode / gpusPerPod));
    const pods = pool.nodes.max * podsPerNode;
    const own = Math.floor(((team?.gpus[pool.name] ?? 0) * perGpu) / gpusPerPod);
    const most = of.workers?.max ?? (own > 0 ? Math.min(own, pods) : pods);
    return {
      name: pool.name,
      of: kubernetesPool,
      gpusPerPod,
      minReplicas: of.workers?.min ?? (autoscaling ? pool.nodes.min * podsPerNode : most),
      maxReplicas: most,
    };
  });
  return {
    name: of.name,
    namespace,
    queue: of.queue ?? null,
    priority: of.priority ?? null,
    image: of.image ?? RAY_CLUSTER.image.default,
    ...context.podSettings(of),
    rayVersion: of.rayVersion ?? RAY_CLUSTER.rayVersion.default,
    workerGroups: groups,
    autoscaling,
    idleMinutes: of.idleMinutes ?? RAY_CLUSTER.idleMinutes.default,
    gcsFaultTolerance: context.gcsFaultTolerance(namespace),
    tls: context.tls,
    gang: of.pools.some(({ fabric }) => fabric !== undefined),
    use: "training",
    evictableHead: of.evictableHead ?? RAY_CLUSTER.evictableHead.default,
  };
}

/** A job, with defaults filled in. */
export function batchJob<Pool extends WorkloadPool>(
  of: BatchJobFields<Pool>,
  context: WorkloadContext<Pool>,
): BatchJobProps {
  const pool = context.poolOf(of.pool);
  return {
    name: of.name,
    namespace: clusterNamespace(context, of),
    kind: of.kind ?? BATCH_JOB.kind.default,
    of: pool,
    nodes: of.nodes ?? BATCH_JOB.nodes.default,
    gpusPerPod: of.gpusPerPod ?? (takesOneShare(pool) ? 1 : gpuResource(pool).perNode),
    image: of.image,
    command: of.command,
    queue: of.queue ?? null,
    priority: of.priority ?? null,
    retries: of.retries ?? BATCH_JOB.retries.default,
    deadlineMinutes: of.deadlineMinutes ?? null,
    heartbeat: of.heartbeat ? withDefaults(HEARTBEAT, of.heartbeat) : null,
    keepHours: of.keepHours ?? BATCH_JOB.keepHours.default,
    ...context.podSettings(of),
  };
}

/** A fine-tuning run, with defaults filled in. */
export function fineTuning<Pool extends WorkloadPool>(
  of: FineTuningFields<Pool>,
  context: WorkloadContext<Pool>,
): FineTuningProps {
  return {
    name: of.name,
    namespace: clusterNamespace(context, of),
    method: of.method ?? FINE_TUNING.method.default,
    model: of.model,
    data: of.data,
    storage: of.storage,
    adapters: of.adapters,
    rank: of.rank ?? FINE_TUNING.rank.default,
    epochs: of.epochs ?? FINE_TUNING.epochs.default,
    sequenceLength: of.sequenceLength ?? FINE_TUNING.sequenceLength.default,
    batchPerGpu: of.batchPerGpu ?? FINE_TUNING.batchPerGpu.default,
    learningRate: of.learningRate ?? FINE_TUNING.learningRate.default,
    checkpointSteps: of.checkpointSteps ?? FINE_TUNING.checkpointSteps.default,
    of: context.poolOf(of.pool),
    gpus: of.gpus ?? of.pool.instanceType.acceleratorCount,
    queue: of.queue ?? null,
    priority: of.priority ?? null,
    retries: of.retries ?? FINE_TUNING.retries.default,
    deadlineMinutes: of.deadlineMinutes ?? null,
    image: of.image ?? FINE_TUNING.image.default,
    pipPackages: of.pipPackages ?? PIP_PACKAGES,
    rayVersion: of.rayVersion ?? FINE_TUNING.rayVersion.default,
    ...context.podSettings(of),
  };
}
