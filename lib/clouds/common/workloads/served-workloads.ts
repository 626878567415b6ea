import type { ModelArchitecture } from "../../../catalog/model-architecture";
import { RAY_LLM_IMAGE } from "../../../kubernetes/chart/images";
import { gpuResource } from "../../../kubernetes/nodes/pool";
import { SERVING_NAMESPACE } from "../../../kubernetes/queues/namespaces";
import type { ModelServiceProps } from "../../../kubernetes/serving/model-service";
import {
  defaultExposure,
  modelReplicas,
  type ServingRoom,
  tritonReplicas,
} from "../../../kubernetes/serving/replica-defaults";
import { inGroups } from "../../../kubernetes/serving/serving-engine";
import { SGLANG_IMAGE } from "../../../kubernetes/serving/sglang-engine";
import type { TritonProps } from "../../../kubernetes/serving/triton";
import type { ServedModel } from "../../../kubernetes/workloads";
import { servedArchitecture } from "./served-architecture";
import type { ServingFields, TritonFields } from "./serving-options";
import type { WorkloadContext, WorkloadPool } from "./workload-context";
import { WORKLOADS } from "./workload-tables";

const { serving: SERVING, triton: TRITON } = WORKLOADS;

/** What of a served model is a cloud's own: its certificate, and the Secret with its key. */
export type ServedBy = Pick<ServedModel, "certificateArn" | "apiKey">;

/** Tags of a served model's load balancer, by which Terraform finds it. */
function serviceTags(
  clusterName: string,
  { name, namespace }: { readonly name: string; readonly namespace?: string },
): Record<string, string> {
  return { "warpform:cluster": clusterName, "warpform:service": `${namespace ?? SERVING_NAMESPACE}/${name}` };
}

/** How clients reach a server, and what its pods have, whatever serves. */
function serverSettings<Pool extends WorkloadPool>(
  of: ServingFields<Pool> | TritonFields<Pool>,
  context: WorkloadContext<Pool>,
) {
  const { gateway } = context;
  const gatewayDomain = gateway?.domain ?? null;
  return {
    name: of.name,
    namespace: of.namespace ?? SERVING_NAMESPACE,
    exposure: of.exposure ?? defaultExposure(gateway),
    gatewayDomain,
    gatewayTokens: gateway?.jwt ?? null,
    allowedCidrs: of.allowedCidrs ?? [],
    loadBalancerSubnets: context.loadBalancerSubnets,
    loadBalancerTags: serviceTags(context.clusterName, of),
    certificateArn: null,
    apiKey: null,
    ...context.podSettings(of),
  } as const satisfies ModelServiceProps;
}

/** What a pool's room for servers follows from. */
function roomOf<Pool extends WorkloadPool>(pool: Pool, { queues, poolOf }: WorkloadContext<Pool>): ServingRoom {
  const teams = queues?.scheduler === "kai" ? [] : (queues?.teams ?? []);
  return { pool: pool.name, nodes: pool.nodes.max, ...gpuResource(poolOf(pool)), teams };
}

/** A language model, with defaults filled in. */
export function servedModel<Pool extends WorkloadPool>(
  of: ServingFields<Pool>,
  context: WorkloadContext<Pool>,
  own: ServedBy,
): ServedModel {
  const pool = context.poolOf(of.pool);
  const architecture = servedArchitecture(of.model);
  const tensorParallel = of.tensorParallel ?? SERVING.tensorParallel.default;
  const pipelineParallel = of.pipelineParallel ?? SERVING.pipelineParallel.default;
  const dataParallel = of.dataParallel ?? SERVING.dataParallel.default;
  return {
    engine: of.engine ?? SERVING.engine.default,
    routing: of.routing ?? SERVING.routing.default,
    modelId: of.modelId ?? architecture.name,
    architecture,
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
    maxModelLength: of.maxModelLength ?? longestRequest(architecture),
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
    ...own,
    queue: null,
    upgradeStrategy: of.upgradeStrategy ?? SERVING.upgradeStrategy.default,
    image: of.image ?? (of.engine === "sglang" ? SGLANG_IMAGE : RAY_LLM_IMAGE),
    rayVersion: of.rayVersion ?? SERVING.rayVersion.default,
    gcsFaultTolerance: inGroups(of.engine ?? SERVING.engine.default)
      ? null
      : context.gcsFaultTolerance(of.namespace ?? SERVING_NAMESPACE),
  };
}

/** A Triton server, with defaults filled in. */
export function tritonServer<Pool extends WorkloadPool>(
  of: TritonFields<Pool>,
  context: WorkloadContext<Pool>,
): TritonProps {
  const pool = context.poolOf(of.pool);
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
function longestRequest({ maxSequenceLength }: ModelArchitecture): number {
  const most = SERVING.maxModelLength.default;
  return Math.min(most, maxSequenceLength ?? most);
}
