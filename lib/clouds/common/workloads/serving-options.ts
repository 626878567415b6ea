import type { PodOptions } from "../../../kubernetes/pods/pod-options";
import type { UpgradeStrategy } from "../../../kubernetes/ray/ray-service";
import type { EngineArguments } from "../../../kubernetes/serving/engine-arguments";
import type { LoraServing } from "../../../kubernetes/serving/llm-serving";
import type { Exposure } from "../../../kubernetes/serving/model-service";
import type { Routing, ServingEngine } from "../../../kubernetes/serving/serving-engine";
import type { WeightPrecision } from "../../../sizing/memory/model-memory";
import type { ServedModelChoice } from "./served-architecture";

/** A model behind an OpenAI-compatible address. */
export interface ServingFields<Pool> {
  /** Name of the service. */
  readonly name: string;
  /** Kubernetes namespace. @default serving */
  readonly namespace?: string;
  /** Pool whose nodes it uses. */
  readonly pool: Pool;
  /**
   * What is served, from which the memory check follows: a model of the catalog (`llama-3.1-8b`), or one of your own by the file of its
   * Hugging Face `config.json` (`{ config: "./config.json" }`), with its `weights` and a `modelId`.
   */
  readonly model: ServedModelChoice;
  /** Name that clients ask for. @default - `model`; required with `{ config }` */
  readonly modelId?: string;
  /** Address in the cloud's object store, fetched to each node's own disk before it serves, or a path on a mount. */
  readonly weights: string;
  /**
   * State of what lies at `weights`, a date or a commit: a new one fetches the files again and rolls the servers to them. Files at
   * another address are other files anyway. Letters, digits, `.`, `_` and `-`, up to 63.
   * @default - none
   */
  readonly revision?: string;
  /**
   * How weights in the object store reach the GPUs: each node fetches one copy to its own disk, or the engine streams them into GPU memory.
   * @default node-cache
   */
  readonly weightsLoading?: "node-cache" | "stream";
  /** Number format of the weights. @default bf16 */
  readonly precision?: WeightPrecision;
  /** GPUs that one layer is divided over, within a node. @default 1 */
  readonly tensorParallel?: number;
  /** Groups of layers, over nodes where needed. @default 1 */
  readonly pipelineParallel?: number;
  /** Tokens of the longest request, prompt and answer. @default 8192, or what the model takes where that is less */
  readonly maxModelLength?: number;
  /** How many replicas there may be. @default - 1 to as many as the pool holds and no team owns */
  readonly replicas?: {
    /**
     * Fewest replicas. 0 with engine `ray` and Ray 2.56 or newer: after ten idle minutes replicas and nodes go, and the next request waits at the head for a node and the
     * weights, minutes; clients and load balancers that give up earlier have to ask again.
     */
    readonly min: number;
    /** Most replicas. */
    readonly max: number;
  };
  /**
   * Replicas that only read prompts, with engine `ray`: they hand the KV cache to those of `replicas`, which answer, so that long prompts
   * delay no answers that are under way (prefill/decode disaggregation by Ray Serve LLM and NIXL). They come in addition to `replicas`,
   * and take as many GPUs each. The image needs NIXL, on a pool with a fabric with its libfabric backend.
   * @default - each replica does the whole of a request
   * @see https://docs.ray.io/en/latest/serve/llm/user-guides/prefill-decode.html
   */
  readonly prefillReplicas?: {
    /** Fewest replicas that prefill. */
    readonly min: number;
    /** Most replicas that prefill. */
    readonly max: number;
  };
  /**
   * Ranks of a mixture of experts, with engine `ray`: each computes attention alone on `tensorParallel` GPUs, and the experts are divided
   * over all of them (data-parallel attention with wide expert parallelism). One group of a fixed size; whole nodes where it is more than
   * one.
   * @default 1 - no ranks
   * @see https://docs.ray.io/en/latest/serve/llm/user-guides/data-parallel-attention.html
   */
  readonly dataParallel?: number;
  /** Concurrent requests per replica before another replica is started, 1 to 4096. @default 32 */
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
   * Node memory of a replica, GiB over all its pods, that keeps blocks of the KV cache which leave the GPUs, so that prompts with the same
   * beginning (chats, documents) need not be read again: vLLM's native CPU offloading, SGLang's hierarchical cache. vLLM needs a later
   * release than that of the default image of Ray. Replicas do not share it.
   * @default - what leaves the GPUs is computed again
   * @see https://docs.vllm.ai/en/stable/configuration/engine_args/ (`--kv-offloading-size`)
   * @see https://docs.sglang.ai/advanced_features/server_arguments.html (`--hicache-size`)
   */
  readonly kvOffloadGiB?: number;
  /**
   * Further arguments of the engine by their names in Python (`tool_call_parser: "hermes"`, `quantization`, `kv_cache_dtype`,
   * `enable_expert_parallel`); they win over what follows from the other props and from the model's published recipe. The names and
   * parsers are checked for engines whose release is known by the image.
   * @default - dtype or quantization by `precision`, and what the model's recipe needs (`trust_remote_code` for Kimi K2)
   * @see https://docs.vllm.ai/en/latest/configuration/engine_args/
   * @see https://docs.sglang.ai/advanced_features/server_arguments.html
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
   * What a new image, environment or set of weights does with engine `ray`. `new-cluster`: the new version starts with its fewest
   * replicas next to the old one, which takes their GPUs twice. `none`: nothing, until you delete the RayService.
   * @default new-cluster
   */
  readonly upgradeStrategy?: UpgradeStrategy;
  /**
   * vLLM on Ray Serve; or, without Ray, vLLM (`leader-worker-set`) or SGLang (`sglang`) in groups of pods (LeaderWorkerSet), each of
   * which is one replica on one or several nodes.
   * @default ray
   */
  readonly engine?: ServingEngine;
  /**
   * Which replica answers a request. `balanced`: the one with the fewest requests (Ray) or any (groups of pods; a gateway sends to the
   * one with the fewest). `prefix-aware`: among those with room the one whose KV cache holds the prompt's prefix: with engine `ray` by
   * Ray's own router (alpha), with groups of pods by llm-d's endpoint picker of the Gateway API Inference Extension behind Envoy, two
   * pods on the system nodes. It pays where requests share long prefixes: system prompts, documents, chats.
   * @default balanced
   * @see https://github.com/llm-d/llm-d-router
   * @see https://docs.ray.io/en/latest/serve/llm/user-guides/prefix-aware-routing.html
   */
  readonly routing?: Routing;
  /** Image with the engine. @default rayproject/ray-llm:2.52.0-py311-cu128; lmsysorg/sglang for sglang; required for leader-worker-set */
  readonly image?: string;
  /** Version of Ray in the image. @default 2.52.0 */
  readonly rayVersion?: string;
  /** Environment; wins over the library's. Never a token: it would be in Terraform's state. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Labels, annotations, tolerations and resources of its pods; they win over the library's by key.
   * @default - what follows from the other props
   */
  readonly pods?: PodOptions;
}

/** Models of any framework (TensorRT, ONNX, PyTorch, Python) behind Triton Inference Server. */
export interface TritonFields<Pool> {
  /** Name of the service. */
  readonly name: string;
  /** Kubernetes namespace. @default serving */
  readonly namespace?: string;
  /** Pool whose nodes it uses. */
  readonly pool: Pool;
  /** Repository of models in Triton's layout: an address in the cloud's object store, fetched to each node's own disk, or a path on a mount. */
  readonly modelRepository: string;
  /** State of what lies there, a date or a commit: a new one fetches it again and rolls the servers to it. @default - none */
  readonly revision?: string;
  /** GPUs (MIG devices, shares) of one replica, 1 to a node's. @default 1 */
  readonly gpusPerReplica?: number;
  /** How many replicas there may be. @default - 1 to as many as the pool holds and no team owns */
  readonly replicas?: {
    /** Fewest replicas. */
    readonly min: number;
    /** Most replicas. */
    readonly max: number;
  };
  /** Requests that wait in each replica before another is started, 1 to 4096. @default 8 */
  readonly targetPendingRequests?: number;
  /** Milliseconds that a request waits on average before another replica is started, up to 60000. @default - replicas follow the waiting requests alone */
  readonly targetQueueMilliseconds?: number;
  /** As of `serving`. @default - gateway where the cluster has one, else internal */
  readonly exposure?: Exposure;
  /** Blocks of the clients of a public server. @default - none */
  readonly allowedCidrs?: readonly string[];
  /** Image with Triton Inference Server. @default nvcr.io/nvidia/tritonserver:26.02-py3 */
  readonly image?: string;
  /** Environment; wins over the library's. Never a token: it would be in Terraform's state. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Labels, annotations, tolerations and resources of its pods; they win over the library's by key.
   * @default - what follows from the other props
   */
  readonly pods?: PodOptions;
}
