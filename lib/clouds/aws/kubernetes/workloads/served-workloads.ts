import { modelArchitecture } from "../../../../catalog/models";
import { RAY_LLM_IMAGE } from "../../../../kubernetes/chart/images";
import { gpuResource } from "../../../../kubernetes/nodes/pool";
import { SERVING_NAMESPACE } from "../../../../kubernetes/queues/namespaces";
import type { ModelServiceProps } from "../../../../kubernetes/serving/model-service";
import {
  defaultExposure,
  modelReplicas,
  type ServingRoom,
  tritonReplicas,
} from "../../../../kubernetes/serving/replica-defaults";
import { inGroups } from "../../../../kubernetes/serving/serving-engine";
import { SGLANG_IMAGE } from "../../../../kubernetes/serving/sglang-engine";
import type { TritonProps } from "../../../../kubernetes/serving/triton";
import type { ServedModel } from "../../../../kubernetes/workloads";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import { SERVING, TRITON } from "../kube-ray-workload-tables";
import type { ServingOptions, TritonOptions } from "../serving-options";
import { API_KEY, secretKey, storedKeys } from "./stored-secrets";
import { faultTolerance, podSettings, type WorkloadContext } from "./workload-context";

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
    exposure: of.exposure ?? defaultExposure(props.gateway),
    gatewayDomain,
    gatewayTokens: props.gateway?.jwt ?? null,
    allowedCidrs: of.allowedCidrs ?? [],
    loadBalancerSubnets: facts.loadBalancerSubnets,
    loadBalancerTags: serviceTags(props.network.clusterName, of),
    certificateArn: null,
    apiKey: null,
    ...podSettings(of, context),
  } as const satisfies ModelServiceProps;
}

/** What a pool's room for servers follows from. */
function roomOf(pool: GpuNodePool, { props, facts }: WorkloadContext): ServingRoom {
  const teams = props.queues?.scheduler === "kai" ? [] : (props.queues?.teams ?? []);
  return { pool: pool.name, nodes: pool.nodes.max, ...gpuResource(facts.poolOf(pool)), teams };
}

/** A language model, with defaults filled in. */
export function servedModel(of: ServingOptions, context: WorkloadContext): ServedModel {
  const pool = context.facts.poolOf(of.pool);
  const tensorParallel = of.tensorParallel ?? SERVING.tensorParallel.default;
  const pipelineParallel = of.pipelineParallel ?? SERVING.pipelineParallel.default;
  const dataParallel = of.dataParallel ?? SERVING.dataParallel.default;
  return {
    engine: of.engine ?? SERVING.engine.default,
    routing: of.routing ?? SERVING.routing.default,
    modelId: of.modelId ?? of.model,
    architecture: modelArchitecture(of.model),
    precision: of.precision ?? SERVING.precision.default,
    engineArguments: of.engineArguments ?? {},
    files: {
      address: of.weights,
      revision: of.revision ?? null,
      ...(of.weightsLoading === "stream" ? { streamed: true } : {}),
    },
    of: pool,
    tensorParallel,
    pipelineParallel,
    maxModelLength: of.maxModelLength ?? longestRequest(of.model),
    replicas:
      of.replicas ??
      (dataParallel > 1
        ? { min: 1, max: 1 }
        : modelReplicas(
            roomOf(of.pool, context),
            tensorParallel * pipelineParallel,
            (of.prefillReplicas?.max ?? 0) * tensorParallel * pipelineParallel,
          )),
    prefillReplicas: of.prefillReplicas ?? null,
    dataParallel,
    targetOngoingRequests: of.targetOngoingRequests ?? SERVING.targetOngoingRequests.default,
    targetTimeToFirstTokenSeconds: of.targetTimeToFirstTokenSeconds ?? null,
    kvOffloadGiB: of.kvOffloadGiB ?? null,
    lora: of.lora ?? null,
    ...serverSettings(of, context),
    certificateArn: of.certificateArn ?? null,
    apiKey: of.apiKey ? secretKey(of.apiKey, API_KEY, storedKeys(of, context.facts.chartText)) : null,
    queue: null,
    upgradeStrategy: of.upgradeStrategy ?? SERVING.upgradeStrategy.default,
    image: of.image ?? (of.engine === "sglang" ? SGLANG_IMAGE : RAY_LLM_IMAGE),
    rayVersion: of.rayVersion ?? SERVING.rayVersion.default,
    gcsFaultTolerance: inGroups(of.engine ?? SERVING.engine.default)
      ? null
      : faultTolerance(context.facts, of.namespace ?? SERVING_NAMESPACE),
  };
}

/** A Triton server, with defaults filled in. */
export function tritonServer(of: TritonOptions, context: WorkloadContext): TritonProps {
  const pool = context.facts.poolOf(of.pool);
  const gpusPerReplica = of.gpusPerReplica ?? TRITON.gpusPerReplica.default;
  return {
    files: { address: of.modelRepository, revision: of.revision ?? null },
    of: pool,
    gpusPerReplica,
    replicas: of.replicas ?? tritonReplicas(roomOf(of.pool, context), gpusPerReplica),
    targetPendingRequests: of.targetPendingRequests ?? TRITON.targetPendingRequests.default,
    targetQueueMilliseconds: of.targetQueueMilliseconds ?? null,
    ...serverSettings(of, context),
    image: of.image ?? TRITON.image.default,
  };
}

/** The table's length, or the longest that the model was made for. */
function longestRequest(model: string): number {
  const most = SERVING.maxModelLength.default;
  return Math.min(most, modelArchitecture(model).maxSequenceLength ?? most);
}
