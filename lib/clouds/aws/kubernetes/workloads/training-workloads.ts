import type { BatchJobProps } from "../../../../kubernetes/jobs/job-props";
import { gpuResource, takesOneShare } from "../../../../kubernetes/nodes/pool";
import type { FineTuningProps } from "../../../../kubernetes/ray/fine-tuning";
import type { RayWorkerGroup } from "../../../../kubernetes/ray/ray-cluster";
import { scalesWithLoad } from "../../../../kubernetes/ray/scales-with-load";
import type { NamedRayCluster } from "../../../../kubernetes/workloads";
import { withDefaults } from "../../../../props/with-defaults";
import { BATCH_JOB, FINE_TUNING, HEARTBEAT, RAY_CLUSTER } from "../kube-ray-workload-tables";
import type { BatchJobOptions, FineTuningOptions, RayClusterOptions } from "../training-options";
import { clusterNamespace, faultTolerance, podSettings, type WorkloadContext } from "./workload-context";

/** What the LoRA program needs beyond Ray's image with vLLM. */
export const PIP_PACKAGES = ["peft==0.18.1", "bitsandbytes==0.48.2"];

/** A long-lived cluster, with defaults filled in. */
export function rayCluster(of: RayClusterOptions, context: WorkloadContext): NamedRayCluster {
  const { props, facts } = context;
  const namespace = clusterNamespace(props, of);
  const byKueue = of.queue !== undefined && props.queues?.scheduler !== "kai";
  const autoscaling = of.autoscaling ?? scalesWithLoad(of, props.queues?.scheduler);
  const team = byKueue ? props.queues?.teams.find(({ name }) => name === of.queue) : undefined;
  const groups = of.pools.map((pool): RayWorkerGroup => {
    const kubernetesPool = facts.poolOf(pool);
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
    ...podSettings(of, context),
    rayVersion: of.rayVersion ?? RAY_CLUSTER.rayVersion.default,
    workerGroups: groups,
    autoscaling,
    idleMinutes: of.idleMinutes ?? RAY_CLUSTER.idleMinutes.default,
    gcsFaultTolerance: faultTolerance(facts, namespace),
    tls: props.tls ?? false,
    gang: of.pools.some(({ fabric }) => fabric !== undefined),
    use: "training",
    evictableHead: of.evictableHead ?? RAY_CLUSTER.evictableHead.default,
  };
}

/** A job, with defaults filled in. */
export function batchJob(of: BatchJobOptions, context: WorkloadContext): BatchJobProps {
  const pool = context.facts.poolOf(of.pool);
  return {
    name: of.name,
    namespace: clusterNamespace(context.props, of),
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
    ...podSettings(of, context),
  };
}

/** A fine-tuning run, with defaults filled in. */
export function fineTuning(of: FineTuningOptions, context: WorkloadContext): FineTuningProps {
  return {
    name: of.name,
    namespace: clusterNamespace(context.props, of),
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
    of: context.facts.poolOf(of.pool),
    gpus: of.gpus ?? of.pool.instanceType.acceleratorCount,
    queue: of.queue ?? null,
    priority: of.priority ?? null,
    retries: of.retries ?? FINE_TUNING.retries.default,
    deadlineMinutes: of.deadlineMinutes ?? null,
    image: of.image ?? FINE_TUNING.image.default,
    pipPackages: of.pipPackages ?? PIP_PACKAGES,
    rayVersion: of.rayVersion ?? FINE_TUNING.rayVersion.default,
    ...podSettings(of, context),
  };
}
