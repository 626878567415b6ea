import type { ModelArchitecture } from "../catalog/model-architecture";

/** A language model that the cluster serves, as its manifest says. */
export interface DeployedModel {
  readonly name: string;
  readonly pool: string;
  readonly model: ModelArchitecture;
  /** vLLM on Ray Serve, or vLLM or SGLang in groups of pods; the estimates of speed are the same for both. */
  readonly engine: "ray" | "leader-worker-set" | "sglang";
  readonly precision: "fp32" | "bf16" | "fp8" | "int8" | "fp4" | "int4" | "nf4" | "nf4-double-quantized";
  /** GPUs that one layer is divided over. */
  readonly tensorParallel: number;
  /** Groups of layers. */
  readonly pipelineParallel: number;
  /** Tokens of the longest request, prompt and answer. */
  readonly maxModelLength: number;
  readonly replicas: { readonly min: number; readonly max: number };
  /** Those of the replicas that only prefill; absent where each does the whole of a request. */
  readonly prefillReplicas?: { readonly min: number; readonly max: number };
  /** Most requests that one replica is given at once; null where only the engine limits them. */
  readonly requestsPerReplica: number | null;
  /** Whether weights of an object store are copied to the node's disk before they are loaded, or streamed from it; absent where they are on a mount. */
  readonly weights?: "node-cache" | "stream";
  /** Adapters that a replica holds on its GPUs, and the rank that each has room for; null without. */
  readonly lora: { readonly maxAdapters: number; readonly maxRank: number } | null;
}

/** A LoRA or QLoRA run, as its manifest says. */
export interface DeployedFineTuning {
  readonly name: string;
  readonly pool: string;
  readonly gpus: number;
  readonly method: "lora" | "qlora";
  readonly rank: number;
  /** Tokens. */
  readonly sequenceLength: number;
  readonly batchPerGpu: number;
}
