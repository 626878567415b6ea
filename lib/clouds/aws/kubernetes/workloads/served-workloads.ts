import { modelArchitecture } from "../../../../catalog/models";
import { DEFAULT_RAY_VERSION, RAY_LLM_IMAGE } from "../../../../kubernetes/chart/images";
import { gpuResource } from "../../../../kubernetes/nodes/pool";
import type { ModelServiceProps } from "../../../../kubernetes/serving/model-service";
import { TRITON_IMAGE, type TritonProps } from "../../../../kubernetes/serving/triton";
import type { ServedModel } from "../../../../kubernetes/workloads";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import type { ServingOptions, TritonOptions } from "../kube-ray-workload-options";
import { faultTolerance, podSettings, SERVING_NAMESPACE, type WorkloadContext } from "./workload-context";

/** Tags of a served model's load balancer, by which Terraform finds it. */
function serviceTags(
  clusterName: string,
  { name, namespace }: Pick<ServingOptions, "name" | "namespace">,
): Record<string, string> {
  return { "warpform:cluster": clusterName, "warpform:service": `${namespace ?? SERVING_NAMESPACE}/${name}` };
}

/** How clients reach a server, and what its pods have, whatever serves. */
function serverSettings(of: ServingOptions | TritonOptions, context: WorkloadContext) {
  const { props, facts } = context;
  const gatewayDomain = props.gateway?.domain ?? null;
  return {
    name: of.name,
    namespace: of.namespace ?? SERVING_NAMESPACE,
    exposure: of.exposure ?? (gatewayDomain === null ? "internal" : "gateway"),
    gatewayDomain,
    allowedCidrs: of.allowedCidrs ?? [],
    loadBalancerSubnets: facts.loadBalancerSubnets,
    loadBalancerTags: serviceTags(props.network.clusterName, of),
    certificateArn: null,
    apiKey: null,
    ...podSettings(of, context),
  } as const satisfies ModelServiceProps;
}

/** GPUs (MIG devices, shares) of a pool that servers may take: what no team owns. */
function gpusToServe(pool: GpuNodePool, { props, facts }: WorkloadContext): number {
  const { perGpu, perNode } = gpuResource(facts.poolOf(pool));
  const teams = props.queues?.scheduler === "kai" ? [] : (props.queues?.teams ?? []);
  const owned = teams.reduce((sum, { gpus }) => sum + (gpus[pool.name] ?? 0), 0);
  return pool.nodes.max * perNode - owned * perGpu;
}

/** A language model, with defaults filled in. */
export function servedModel(of: ServingOptions, context: WorkloadContext): ServedModel {
  const pool = context.facts.poolOf(of.pool);
  const tensorParallel = of.tensorParallel ?? 1;
  const pipelineParallel = of.pipelineParallel ?? 1;
  const most = Math.max(1, Math.floor(gpusToServe(of.pool, context) / (tensorParallel * pipelineParallel)));
  return {
    engine: of.engine ?? "ray",
    modelId: of.modelId ?? of.model,
    architecture: modelArchitecture(of.model),
    precision: of.precision ?? "bf16",
    engineArguments: of.engineArguments ?? {},
    files: { address: of.weights, revision: of.revision ?? null },
    of: pool,
    tensorParallel,
    pipelineParallel,
    maxModelLength: of.maxModelLength ?? 8192,
    replicas: of.replicas ?? { min: 1, max: most },
    targetOngoingRequests: of.targetOngoingRequests ?? 32,
    targetTimeToFirstTokenSeconds: of.targetTimeToFirstTokenSeconds ?? null,
    lora: of.lora ?? null,
    ...serverSettings(of, context),
    certificateArn: of.certificateArn ?? null,
    apiKey: of.apiKey ?? null,
    queue: null,
    upgradeStrategy: of.upgradeStrategy ?? "new-cluster",
    image: of.image ?? RAY_LLM_IMAGE,
    rayVersion: of.rayVersion ?? DEFAULT_RAY_VERSION,
    gcsFaultTolerance: of.engine === "leader-worker-set" ? null : faultTolerance(context.facts),
  };
}

/** A Triton server, with defaults filled in. */
export function tritonServer(of: TritonOptions, context: WorkloadContext): TritonProps {
  const pool = context.facts.poolOf(of.pool);
  const gpusPerReplica = of.gpusPerReplica ?? 1;
  const perNode = Math.max(1, Math.floor(gpuResource(pool).perNode / gpusPerReplica));
  const most = Math.min(of.pool.nodes.max * perNode, Math.floor(gpusToServe(of.pool, context) / gpusPerReplica));
  return {
    files: { address: of.modelRepository, revision: of.revision ?? null },
    of: pool,
    gpusPerReplica,
    replicas: of.replicas ?? { min: 1, max: Math.max(1, most) },
    targetPendingRequests: of.targetPendingRequests ?? 8,
    targetQueueMilliseconds: of.targetQueueMilliseconds ?? null,
    ...serverSettings(of, context),
    image: of.image ?? TRITON_IMAGE,
  };
}
