import { DEFAULT_RAY_VERSION, RAY_GPU_IMAGE, RAY_LLM_IMAGE } from "../../../../kubernetes/chart/images";
import { gpuResource, takesOneShare } from "../../../../kubernetes/nodes/pool";
import type { FineTuningProps } from "../../../../kubernetes/ray/fine-tuning";
import type { RayWorkerGroup } from "../../../../kubernetes/ray/ray-cluster";
import type { NamedRayCluster } from "../../../../kubernetes/workloads";
import type { FineTuningOptions, RayClusterOptions } from "../kube-ray-workload-options";
import { clusterNamespace, faultTolerance, podSettings, type WorkloadContext } from "./workload-context";

/** What the LoRA program needs beyond Ray's image with vLLM. */
const PIP_PACKAGES = ["peft==0.18.1", "bitsandbytes==0.48.2"];

/** A long-lived cluster, with defaults filled in. */
export function rayCluster(of: RayClusterOptions, context: WorkloadContext): NamedRayCluster {
  const { props, facts } = context;
  const namespace = clusterNamespace(props, of);
  const byKueue = of.queue !== undefined && props.queues?.scheduler !== "kai";
  const elastic = of.workers !== undefined && of.workers.min < of.workers.max;
  const autoscaling = of.autoscaling ?? (!byKueue || elastic);
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
    image: of.image ?? RAY_GPU_IMAGE,
    ...podSettings(of, context),
    rayVersion: of.rayVersion ?? DEFAULT_RAY_VERSION,
    workerGroups: groups,
    autoscaling,
    idleMinutes: of.idleMinutes ?? 10,
    gcsFaultTolerance: faultTolerance(facts),
    tls: props.tls ?? false,
    gang: of.pools.some(({ fabric }) => fabric !== undefined),
    use: "training",
  };
}

/** A fine-tuning run, with defaults filled in. */
export function fineTuning(of: FineTuningOptions, context: WorkloadContext): FineTuningProps {
  return {
    name: of.name,
    namespace: clusterNamespace(context.props, of),
    method: of.method ?? "lora",
    model: of.model,
    data: of.data,
    storage: of.storage,
    adapters: of.adapters,
    rank: of.rank ?? 16,
    epochs: of.epochs ?? 1,
    sequenceLength: of.sequenceLength ?? 2048,
    batchPerGpu: of.batchPerGpu ?? 4,
    learningRate: of.learningRate ?? 2e-4,
    checkpointSteps: of.checkpointSteps ?? 100,
    of: context.facts.poolOf(of.pool),
    gpus: of.gpus ?? of.pool.instanceType.acceleratorCount,
    queue: of.queue ?? null,
    priority: of.priority ?? null,
    retries: of.retries ?? 3,
    deadlineMinutes: of.deadlineMinutes ?? null,
    image: of.image ?? RAY_LLM_IMAGE,
    pipPackages: of.pipPackages ?? PIP_PACKAGES,
    rayVersion: of.rayVersion ?? DEFAULT_RAY_VERSION,
    ...podSettings(of, context),
  };
}
