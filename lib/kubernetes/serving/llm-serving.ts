import type { ModelArchitecture } from "../../model/model";
import type { WeightPrecision } from "../../sizing/memory/model-memory";
import { type EnvironmentVariable, mergedEnvironment } from "../chart/environment";
import type { KubernetesObject } from "../chart/manifest";
import { SERVICE_LABEL } from "../chart/names";
import type { KubernetesPool } from "../nodes/pool";
import type { PodOptions } from "../pods/pod-options";
import type { GcsFaultTolerance } from "../ray/ray-cluster";
import type { LogReader } from "../ray/ray-pod";
import { type RayServiceProps, rayService, type ServeApplication, type UpgradeStrategy } from "../ray/ray-service";
import type { PodVolume } from "../storage/pod-volume";
import { type StoredFiles, servedPath } from "../storage/stored-files";
import { weightsVolumes } from "../storage/weights-cache";
import { loraRankStep } from "./adapter-memory";
import { type EngineArguments, engineArguments, engineKeywords } from "./engine-arguments";
import { offloadArguments } from "./kv-offload";
import { recipeArguments } from "./model-recipe";
import { type ModelPods, type ModelServiceProps, modelService } from "./model-service";
import {
  allReplicas,
  gpusPerRank,
  gpusPerReplica,
  mostOngoingRequests,
  type ReplicaRange,
  servingGpusPerPod,
} from "./replica-size";
import type { Routing, ServingEngine } from "./serving-engine";
import {
  LATENCY_POLICY,
  PROMETHEUS_URL,
  rayFirstTokenSeconds,
  SERVING_PROGRAMS,
  SERVING_PROGRAMS_PATH,
} from "./serving-latency";
import { engineMemory } from "./serving-memory";

/** Adapters that share one base model on the same GPUs. */
export interface LoraServing {
  /** A folder of the object store: an adapter called `x` lies below `<prefix>/x` and answers as model `<model id>:x`. */
  readonly adapters: string;
  /** Adapters that a replica holds on its GPUs at once; others are loaded when a request names them. */
  readonly maxAdapters: number;
  /** Largest rank of any adapter. */
  readonly maxRank: number;
}

/** A language model that is served. */
export interface LlmServingProps extends ModelServiceProps {
  readonly engine: ServingEngine;
  readonly routing: Routing;
  /** Name that clients ask for. */
  readonly modelId: string;
  readonly architecture: ModelArchitecture;
  readonly precision: WeightPrecision;
  /** Arguments of the engine beyond what follows from the other props; these win. */
  readonly engineArguments: EngineArguments;
  /** Where the weights lie: an address of the object store (fetched to each node's disk first), or a path on a mount. */
  readonly files: StoredFiles;
  readonly of: KubernetesPool;
  readonly tensorParallel: number;
  readonly pipelineParallel: number;
  readonly maxModelLength: number;
  readonly replicas: ReplicaRange;
  /** Replicas that only read prompts and hand their cache to the others; null where each does the whole of a request. */
  readonly prefillReplicas: ReplicaRange | null;
  /** Ranks that each do attention by themselves and share the experts; 1 without. */
  readonly dataParallel: number;
  /** Requests that each replica works on at once before another replica is started. */
  readonly targetOngoingRequests: number;
  /** Seconds to the first token, 90th percentile, above which another replica is started too; null for requests alone. */
  readonly targetTimeToFirstTokenSeconds: number | null;
  /** Node memory of a replica for blocks of the KV cache that leave its GPUs, GiB. @default - none are kept */
  readonly kvOffloadGiB?: number | null;
  readonly lora: LoraServing | null;
  readonly queue: string | null;
  /** What a changed image, environment or set of weights does with engine `ray`. */
  readonly upgradeStrategy: UpgradeStrategy;
  readonly image: string;
  readonly rayVersion: string;
  readonly serviceAccount: string;
  readonly env: readonly EnvironmentVariable[];
  /** What keeps Ray's own log files. @default - they go with the pod */
  readonly logReader?: LogReader | null;
  /** Where the state of Ray's head is kept; null for in the head alone. */
  readonly gcsFaultTolerance: GcsFaultTolerance | null;
  /** Mounts, where the weights lie on one. */
  readonly volumes: readonly PodVolume[];
  /** What its pods have in addition. @default - what follows from the other props */
  readonly pods?: PodOptions | null;
}

/** Ray's own, alpha as of 2.52. @see https://docs.ray.io/en/latest/serve/llm/user-guides/prefix-aware-routing.html */
const PREFIX_ROUTER = "ray.serve.llm.request_router.PrefixCacheAffinityRouter";

/** Weights go from the object store to GPU memory by many requests at once. @see https://docs.vllm.ai/en/stable/models/extensions/runai_model_streamer/ */
const STREAMING: EngineArguments = { load_format: "runai_streamer" };

/** What the engine is told of precision, by the model's recipe and by the user. GPUs before Ampere (compute capability 8.0) have no BF16. */
export function furtherArguments(props: LlmServingProps): EngineArguments {
  const { precision, engineArguments: given, of, files } = props;
  const offload = offloadArguments({ ...props, gpus: gpusPerReplica(props) });
  const own = { ...recipeArguments(props), ...(files.streamed ? STREAMING : {}), ...offload };
  return engineArguments(precision, { ...own, ...given }, of.accelerator?.tflops.bf16 === null);
}

/** What Ray Serve is told of one deployment of the model. */
function llmConfig(
  props: LlmServingProps,
  replicas: ReplicaRange | null,
  more: EngineArguments | TransferSettings = {},
) {
  const { lora } = props;
  return {
    model_loading_config: { model_id: props.modelId, model_source: servedPath(props.files) },
    engine_kwargs: {
      tensor_parallel_size: props.tensorParallel,
      pipeline_parallel_size: props.pipelineParallel,
      max_model_len: props.maxModelLength,
      ...engineMemory(props),
      ...more,
      ...engineKeywords(furtherArguments(props)),
      ...(lora ? { enable_lora: true, max_loras: lora.maxAdapters, max_lora_rank: loraRankStep(lora.maxRank) } : {}),
    },
    ...(lora
      ? {
          lora_config: {
            dynamic_lora_loading_path: lora.adapters,
            // adapters wait in the node's memory for their turn on the GPU
            max_num_adapters_per_replica: lora.maxAdapters * 4,
          },
        }
      : {}),
    deployment_config: {
      // a request waits in the replica, not in the proxy, so that vLLM can batch it
      max_ongoing_requests: mostOngoingRequests(props),
      ...(props.routing === "prefix-aware" ? { request_router_config: { request_router_class: PREFIX_ROUTER } } : {}),
      health_check_timeout_s: 60,
      graceful_shutdown_timeout_s: 120,
      ...(replicas === null ? {} : { autoscaling_config: autoscaling(props, replicas) }),
    },
  };
}

function autoscaling(props: LlmServingProps, { min, max }: ReplicaRange) {
  return {
    min_replicas: min,
    max_replicas: max,
    target_ongoing_requests: props.targetOngoingRequests,
    upscale_delay_s: 30,
    // a replica costs minutes to start: it is kept through a lull
    downscale_delay_s: 600,
    ...(props.targetTimeToFirstTokenSeconds === null ? {} : { policy: { policy_function: LATENCY_POLICY } }),
  };
}

interface TransferSettings {
  readonly kv_transfer_config: unknown;
}

/** How a prompt's cache goes from the replica that read it to the one that answers: NIXL over the fabric, or UCX without one. */
function transfer({ of }: LlmServingProps): TransferSettings {
  const backends = of.fabric === null ? undefined : of.platform.fabric.transferBackends;
  return {
    kv_transfer_config: {
      kv_connector: "NixlConnector",
      kv_role: "kv_both",
      ...(backends ? { kv_connector_extra_config: { backends } } : {}),
    },
  };
}

/** Ranks of a node, and that experts are divided over all of them: Ray gives each rank a replica, whose number is then fixed. */
function ranksConfig(props: LlmServingProps) {
  const perNode = Math.floor(props.of.type.acceleratorCount / gpusPerRank(props));
  const ranks = { data_parallel_size: props.dataParallel, enable_expert_parallel: true };
  return {
    ...llmConfig(props, null, ranks),
    experimental_configs: { dp_size_per_node: Math.min(perNode, props.dataParallel) },
  };
}

/** The application's builder in Ray and what it takes. */
function builder(props: LlmServingProps): Pick<ServeApplication, "import_path" | "args"> {
  if (props.dataParallel > 1)
    return { import_path: "ray.serve.llm:build_dp_openai_app", args: { llm_config: ranksConfig(props) } };
  if (props.prefillReplicas === null)
    return { import_path: "ray.serve.llm:build_openai_app", args: { llm_configs: [llmConfig(props, props.replicas)] } };
  return {
    import_path: "ray.serve.llm:build_pd_openai_app",
    args: {
      prefill_config: llmConfig(props, props.prefillReplicas, transfer(props)),
      decode_config: llmConfig(props, props.replicas, transfer(props)),
    },
  };
}

/**
 * The Serve application: Ray's own OpenAI-compatible server with one model.
 * @see https://docs.ray.io/en/latest/serve/llm/index.html
 */
export function llmApplication(props: LlmServingProps): ServeApplication {
  return { name: props.name, route_prefix: "/", ...builder(props) };
}

/** What answers on a RayService's pods: each node's proxy, whichever cluster is the current one. */
function servePods(props: LlmServingProps): ModelPods {
  return {
    service: props.name,
    // the operator's Service follows the cluster that was promoted; ours, by label, also finds the one that is still to be
    current: `${props.name}-serve-svc`,
    // KubeRay sets the second label on pods whose proxy answers
    selector: { [SERVICE_LABEL]: props.name, "ray.io/serve": "true" },
    ports: [{ name: "serve", port: 8000 }],
    healthPath: "/-/healthz",
  };
}

/** What the policy reads: Python's path, Prometheus and the target. */
function latencyEnvironment(props: LlmServingProps): EnvironmentVariable[] {
  if (props.targetTimeToFirstTokenSeconds === null) return [];
  return [
    { name: "PYTHONPATH", value: SERVING_PROGRAMS_PATH },
    { name: "LATENCY_PROMETHEUS", value: PROMETHEUS_URL },
    { name: "LATENCY_QUERY", value: rayFirstTokenSeconds(props.namespace, props.name) },
    { name: "LATENCY_TARGET_SECONDS", value: String(props.targetTimeToFirstTokenSeconds) },
  ];
}

export function servingVolumes(props: LlmServingProps): PodVolume[] {
  const programs: PodVolume = {
    name: "serving-programs",
    mountPath: SERVING_PROGRAMS_PATH,
    readOnly: true,
    source: { configMap: SERVING_PROGRAMS },
  };
  return [
    ...weightsVolumes(props.of, props.files),
    ...(props.targetTimeToFirstTokenSeconds === null ? [] : [programs]),
    ...props.volumes,
  ];
}

/** A RayService with workers on the pool, and a service in front of it. */
export function llmService(props: LlmServingProps): KubernetesObject[] {
  const gpusPerPod = servingGpusPerPod(props);
  const podsPerReplica = gpusPerReplica(props) / gpusPerPod;
  const labels = { [SERVICE_LABEL]: props.name };
  const toZero = allReplicas(props).min === 0;
  const serve: RayServiceProps = {
    name: props.name,
    namespace: props.namespace,
    queue: props.queue,
    upgrade: props.upgradeStrategy,
    applications: [llmApplication(props)],
    toZero,
    cluster: {
      ...(podsPerReplica > 1 ? { domain: props.name } : {}),
      image: props.image,
      serviceAccount: props.serviceAccount,
      // weights are on the node: nothing is asked of the hub at start
      env: mergedEnvironment([{ name: "HF_HUB_OFFLINE", value: "1" }], latencyEnvironment(props), props.env),
      volumes: servingVolumes(props),
      labels,
      ...(toZero ? { headLabels: labels } : {}),
      files: props.files,
      logReader: props.logReader ?? null,
      pods: props.pods ?? null,
      rayVersion: props.rayVersion,
      workerGroups: [
        {
          name: "serve",
          of: props.of,
          gpusPerPod,
          minReplicas: allReplicas(props).min * podsPerReplica,
          maxReplicas: allReplicas(props).max * podsPerReplica,
        },
      ],
      autoscaling: props.queue === null,
      idleMinutes: 10,
      gcsFaultTolerance: props.gcsFaultTolerance,
      tls: false,
      gang: podsPerReplica > 1,
      use: "serving",
    },
  };
  return [rayService(serve), ...modelService(props, servePods(props), props.of.platform.balancers)];
}
