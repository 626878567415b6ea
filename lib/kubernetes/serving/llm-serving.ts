import type { ModelArchitecture } from "../../model/model";
import type { WeightPrecision } from "../../sizing/memory/model-memory";
import { type EnvironmentVariable, mergedEnvironment } from "../chart/environment";
import type { KubernetesObject } from "../chart/manifest";
import { SERVICE_LABEL } from "../chart/names";
import type { KubernetesPool } from "../nodes/pool";
import type { GcsFaultTolerance } from "../ray/ray-cluster";
import { type RayServiceProps, rayService, type ServeApplication, type UpgradeStrategy } from "../ray/ray-service";
import type { PodVolume } from "../storage/pod-volume";
import { type StoredFiles, servedPath } from "../storage/stored-files";
import { weightsVolumes } from "../storage/weights-cache";
import { loraRankStep } from "./adapter-memory";
import { type EngineArguments, engineArguments, engineKeywords } from "./engine-arguments";
import { type ModelPods, type ModelServiceProps, modelService } from "./model-service";
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
  /** `s3://bucket/prefix`: an adapter called `x` lies below `<prefix>/x` and answers as model `<model id>:x`. */
  readonly adapters: string;
  /** Adapters that a replica holds on its GPUs at once; others are loaded when a request names them. */
  readonly maxAdapters: number;
  /** Largest rank of any adapter. */
  readonly maxRank: number;
}

/** A language model that is served by vLLM on Ray. */
export interface LlmServingProps extends ModelServiceProps {
  /** Name that clients ask for. */
  readonly modelId: string;
  readonly architecture: ModelArchitecture;
  readonly precision: WeightPrecision;
  /** Arguments of the engine beyond what follows from the other props; these win. */
  readonly engineArguments: EngineArguments;
  /** Where the weights lie: `s3://…` (fetched to each node's disk first), or a path on a mount. */
  readonly files: StoredFiles;
  readonly of: KubernetesPool;
  readonly tensorParallel: number;
  readonly pipelineParallel: number;
  readonly maxModelLength: number;
  readonly replicas: { readonly min: number; readonly max: number };
  /** Requests that each replica works on at once before another replica is started. */
  readonly targetOngoingRequests: number;
  /** Seconds to the first token, 90th percentile, above which another replica is started too; null for requests alone. */
  readonly targetTimeToFirstTokenSeconds: number | null;
  readonly lora: LoraServing | null;
  readonly queue: string | null;
  /** What a changed image, environment or set of weights does with engine `ray`. */
  readonly upgradeStrategy: UpgradeStrategy;
  readonly image: string;
  readonly rayVersion: string;
  readonly serviceAccount: string;
  readonly env: readonly EnvironmentVariable[];
  /** Where the state of Ray's head is kept; null for in the head alone. */
  readonly gcsFaultTolerance: GcsFaultTolerance | null;
  /** Mounts, where the weights lie on one. */
  readonly volumes: readonly PodVolume[];
}

/** GPUs that one replica takes. */
export function gpusPerReplica(props: Pick<LlmServingProps, "tensorParallel" | "pipelineParallel">): number {
  return props.tensorParallel * props.pipelineParallel;
}

/** Most requests that Ray Serve gives one replica at once. */
export function mostOngoingRequests({ targetOngoingRequests }: Pick<LlmServingProps, "targetOngoingRequests">): number {
  return targetOngoingRequests * 2;
}

/** GPUs of one worker pod: a replica's, or a node's whole where a replica takes several nodes. */
export function servingGpusPerPod(props: Pick<LlmServingProps, "of" | "tensorParallel" | "pipelineParallel">): number {
  return Math.min(gpusPerReplica(props), props.of.type.acceleratorCount);
}

/** What the engine is told of precision and by the user. GPUs before Ampere (compute capability 8.0) have no BF16. */
export function furtherArguments({ precision, engineArguments: given, of }: LlmServingProps): EngineArguments {
  return engineArguments(precision, given, of.accelerator?.tflops.bf16 === null);
}

/**
 * The Serve application: Ray's own OpenAI-compatible server with one model.
 * @see https://docs.ray.io/en/latest/serve/llm/index.html
 */
export function llmApplication(props: LlmServingProps): ServeApplication {
  const { lora } = props;
  const config = {
    model_loading_config: { model_id: props.modelId, model_source: servedPath(props.files) },
    engine_kwargs: {
      tensor_parallel_size: props.tensorParallel,
      pipeline_parallel_size: props.pipelineParallel,
      max_model_len: props.maxModelLength,
      ...engineMemory(props),
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
      health_check_timeout_s: 60,
      graceful_shutdown_timeout_s: 120,
      autoscaling_config: {
        min_replicas: props.replicas.min,
        max_replicas: props.replicas.max,
        target_ongoing_requests: props.targetOngoingRequests,
        upscale_delay_s: 30,
        // a replica costs minutes to start: it is kept through a lull
        downscale_delay_s: 600,
        ...(props.targetTimeToFirstTokenSeconds === null ? {} : { policy: { policy_function: LATENCY_POLICY } }),
      },
    },
  };
  return {
    name: props.name,
    route_prefix: "/",
    import_path: "ray.serve.llm:build_openai_app",
    args: { llm_configs: [config] },
  };
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
  const serve: RayServiceProps = {
    name: props.name,
    namespace: props.namespace,
    queue: props.queue,
    upgrade: props.upgradeStrategy,
    applications: [llmApplication(props)],
    cluster: {
      image: props.image,
      serviceAccount: props.serviceAccount,
      // weights are on the node: nothing is asked of the hub at start
      env: mergedEnvironment([{ name: "HF_HUB_OFFLINE", value: "1" }], latencyEnvironment(props), props.env),
      volumes: servingVolumes(props),
      labels: { [SERVICE_LABEL]: props.name },
      files: props.files,
      rayVersion: props.rayVersion,
      workerGroups: [
        {
          name: "serve",
          of: props.of,
          gpusPerPod,
          minReplicas: props.replicas.min * podsPerReplica,
          maxReplicas: props.replicas.max * podsPerReplica,
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
  return [rayService(serve), ...modelService(props, servePods(props))];
}
