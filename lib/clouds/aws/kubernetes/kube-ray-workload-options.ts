import type { WorkloadPriority } from "../../../kubernetes/queues/priorities";
import type { UpgradeStrategy } from "../../../kubernetes/ray/ray-service";
import type { EngineArguments } from "../../../kubernetes/serving/engine-arguments";
import type { LoraServing } from "../../../kubernetes/serving/llm-serving";
import type { Exposure } from "../../../kubernetes/serving/model-service";
import type { WeightPrecision } from "../../../sizing/memory/model-memory";
import type { GpuNodePool } from "../pools/gpu-node-pool";

/** Keys of Secrets by the names of variables: `{ HF_TOKEN: { secret: "hub", key: "token" } }`. */
export type SecretEnvironment = Readonly<Record<string, { readonly secret: string; readonly key: string }>>;

/** A long-lived Ray cluster that people submit to. */
export interface RayClusterOptions {
  /** 1 to 40 lower-case letters, digits and dashes. */
  readonly name: string;
  /** @default - the queue's team's namespace, or `ray` */
  readonly namespace?: string;
  /** Pools whose nodes its workers use, one worker group each. */
  readonly pools: readonly GpuNodePool[];
  /** Image with Ray; on pools with a fabric one that has libfabric and aws-ofi-nccl. @default rayproject/ray of `rayVersion` with CUDA */
  readonly image?: string;
  /** @default 2.52.0 */
  readonly rayVersion?: string;
  /** GPUs (MIG devices, shares) of a worker; must divide a node's. @default - a node's whole; 1 with time slicing or MPS */
  readonly gpusPerPod?: number;
  /** Team that it counts for. @default - none: it starts at once */
  readonly queue?: string;
  /** Before what else of the team it goes, and what is put back for it; only in a queue. @default - normal, in a queue */
  readonly priority?: WorkloadPriority;
  /**
   * Fewest and most worker pods of each of `pools`. In a queue of Kueue with more than the fewest the cluster is elastic: each worker
   * that it adds is admitted by itself, as far as the team owns or borrows GPUs.
   * @default - the pool's `nodes`; in a queue of Kueue as many as the GPUs that the team owns of the pool, or all where it owns none
   */
  readonly workers?: { readonly min: number; readonly max: number };
  /** Workers come and go with the load, between their fewest and most. @default true; in a queue of Kueue only with `workers` of two numbers */
  readonly autoscaling?: boolean;
  /** Minutes that a worker idles before it is removed, 1 to 1440. @default 10 */
  readonly idleMinutes?: number;
  /** Environment of head and workers; wins over the library's. Never a token: it would be in Terraform's state. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables whose values are keys of Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}

/** A LoRA or QLoRA run that resumes from its checkpoints. */
export interface FineTuningOptions {
  /** Name of the run; a job of the same name resumes. */
  readonly name: string;
  /** @default - the queue's team's namespace, or `ray` */
  readonly namespace?: string;
  readonly pool: GpuNodePool;
  /** GPUs: whole nodes, or a part that divides one. @default - one node's */
  readonly gpus?: number;
  /** Base model: `s3://…` (brought to each node's disk), a folder on a mount, or its name on the hub. */
  readonly model: string;
  /** JSON lines, `s3://…` or a path on a mount. */
  readonly data: string;
  /** Checkpoints, `s3://…` or a path on a mount. */
  readonly storage: string;
  /** Finished adapters, `s3://…` or a path on a mount; give serving the same. */
  readonly adapters: string;
  /** @default lora */
  readonly method?: "lora" | "qlora";
  /** 1 to 512. @default 16 */
  readonly rank?: number;
  /** @default 1 */
  readonly epochs?: number;
  /** Tokens. @default 2048 */
  readonly sequenceLength?: number;
  /** Sequences a GPU and step. @default 4 */
  readonly batchPerGpu?: number;
  /** @default 0.0002 */
  readonly learningRate?: number;
  /** Steps between checkpoints; a lost spot node costs at most so many. @default 100 */
  readonly checkpointSteps?: number;
  /** Team that it counts for. @default - none: it starts at once */
  readonly queue?: string;
  /** Before what else of the team it goes, and what is put back for it; only in a queue. @default - normal, in a queue */
  readonly priority?: WorkloadPriority;
  /** Times that the job is started again as a whole. @default 3 */
  readonly retries?: number;
  /** Minutes after which it is ended. @default - no limit */
  readonly deadlineMinutes?: number;
  /** Image with Ray, PyTorch and transformers. @default rayproject/ray-llm of `rayVersion` */
  readonly image?: string;
  /** Python packages beyond the image, pinned. @default peft and bitsandbytes */
  readonly pipPackages?: readonly string[];
  /** @default 2.52.0 */
  readonly rayVersion?: string;
  /** Environment; wins over the library's. Never a token: it would be in Terraform's state. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables whose values are keys of Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}

/** A model behind an OpenAI-compatible address. */
export interface ServingOptions {
  readonly name: string;
  /** @default serving */
  readonly namespace?: string;
  readonly pool: GpuNodePool;
  /** Model of the catalogue, from which the memory check follows: `llama-3.1-8b`. */
  readonly model: string;
  /** Name that clients ask for. @default - `model` */
  readonly modelId?: string;
  /** `s3://bucket/prefix`, fetched to each node's own disk before it serves, or a path on a mount. */
  readonly weights: string;
  /**
   * State of what lies at `weights`, a date or a commit: another one brings the files anew and rolls the servers to them. Files at
   * another address are other files anyway. Letters, digits, `.`, `_` and `-`, up to 63.
   * @default - none
   */
  readonly revision?: string;
  /** @default bf16 */
  readonly precision?: WeightPrecision;
  /** GPUs that one layer is divided over, within a node. @default 1 */
  readonly tensorParallel?: number;
  /** Groups of layers, over nodes where needed. @default 1 */
  readonly pipelineParallel?: number;
  /** Tokens of the longest request, prompt and answer. @default 8192 */
  readonly maxModelLength?: number;
  /** @default - 1 to as many as the pool holds */
  readonly replicas?: { readonly min: number; readonly max: number };
  /** Requests a replica works on before another is started, 1 to 4096. @default 32 */
  readonly targetOngoingRequests?: number;
  /**
   * Seconds until the first token, 90th percentile, that clients should wait at most, 0.02 to 120: above it another replica is
   * started even where requests in progress are few (long prompts). Needs monitoring. A model that takes longer for one lone
   * request would only cost more with it.
   * @default - replicas follow the requests in progress alone
   * @see https://docs.ray.io/en/latest/serve/advanced-guides/advanced-autoscaling.html
   */
  readonly targetTimeToFirstTokenSeconds?: number;
  /**
   * Further arguments of vLLM by their names in Python (`trust_remote_code: true`, `tool_call_parser: "hermes"`, `quantization`,
   * `kv_cache_dtype`, `enable_expert_parallel`); they win over what follows from the other props.
   * @default - dtype or quantization by `precision`
   * @see https://docs.vllm.ai/en/latest/configuration/engine_args/
   */
  readonly engineArguments?: EngineArguments;
  /** Adapters on the same base model, with engine `ray`. @default - none */
  readonly lora?: LoraServing;
  /**
   * Inside the cluster alone; through a load balancer of its own, within the network or open to `allowedCidrs`; or through the
   * cluster's `gateway`, as `<name>.<domain>`.
   * @default - gateway where the cluster has one, else internal
   */
  readonly exposure?: Exposure;
  /** Blocks of the clients of a public server; of an internal one those outside the network (VPN, peered networks). @default - none */
  readonly allowedCidrs?: readonly string[];
  /**
   * ARN of a certificate of the model's own load balancer, in AWS Certificate Manager: it then speaks TLS on port 443. Required with
   * exposure `public`.
   * @default - plain HTTP on port 8000, within the network
   */
  readonly certificateArn?: string;
  /**
   * Key that clients send as `Authorization: Bearer …`, by the Secret in the model's namespace that holds it; with engine
   * `leader-worker-set`, whose vLLM asks for it. Required where clients come from the internet.
   * @default - none
   * @see https://docs.vllm.ai/en/latest/cli/serve/ (`--api-key`)
   */
  readonly apiKey?: { readonly secret: string; readonly key: string };
  /**
   * What a new image, environment or set of weights does with engine `ray`. `new-cluster`: the new version starts with its fewest
   * replicas next to the old one, which takes their GPUs twice. `none`: nothing, until you delete the RayService.
   * @default new-cluster
   */
  readonly upgradeStrategy?: UpgradeStrategy;
  /** Ray Serve, or vLLM in groups of pods (LeaderWorkerSet) for models over several nodes. @default ray */
  readonly engine?: "ray" | "leader-worker-set";
  /** @default rayproject/ray-llm of `rayVersion`; required for leader-worker-set */
  readonly image?: string;
  /** @default 2.52.0 */
  readonly rayVersion?: string;
  /** Environment; wins over the library's. Never a token: it would be in Terraform's state. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables whose values are keys of Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}

/** Models of any framework (TensorRT, ONNX, PyTorch, Python) behind Triton Inference Server. */
export interface TritonOptions {
  readonly name: string;
  /** @default serving */
  readonly namespace?: string;
  readonly pool: GpuNodePool;
  /** Repository of models in Triton's layout: `s3://bucket/prefix`, fetched to each node's own disk, or a path on a mount. */
  readonly modelRepository: string;
  /** State of what lies there, a date or a commit: another one brings it anew and rolls the servers to it. @default - none */
  readonly revision?: string;
  /** GPUs (MIG devices, shares) of one replica, 1 to a node's. @default 1 */
  readonly gpusPerReplica?: number;
  /** @default - 1 to as many as the pool holds */
  readonly replicas?: { readonly min: number; readonly max: number };
  /** Requests that wait in each replica before another is started, 1 to 4096. @default 8 */
  readonly targetPendingRequests?: number;
  /** Milliseconds that a request waits on average before another replica is started, up to 60000. @default - replicas follow the waiting requests alone */
  readonly targetQueueMilliseconds?: number;
  /** As of `serving`. @default - gateway where the cluster has one, else internal */
  readonly exposure?: Exposure;
  /** Blocks of the clients of a public server. @default - none */
  readonly allowedCidrs?: readonly string[];
  /** @default nvcr.io/nvidia/tritonserver:26.02-py3 */
  readonly image?: string;
  /** Environment; wins over the library's. Never a token: it would be in Terraform's state. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables whose values are keys of Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}
