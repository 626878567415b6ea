import type { ServingFields, TritonFields } from "../../common/workloads/serving-options";
import type { BatchJobFields, FineTuningFields, RayClusterFields } from "../../common/workloads/training-options";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { SecretEnvironment, SecretSource } from "./secret-source";

/** A long-lived Ray cluster that people submit to. */
export interface RayClusterOptions extends RayClusterFields<GpuNodePool> {
  /** Image with Ray; on pools with a fabric one that has libibverbs, which NCCL reaches InfiniBand by. @default rayproject/ray:2.52.0-py311-gpu */
  readonly image?: string;
  /** Variables whose values come from Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}

/** A program that runs to its end, without Ray: a Job of one pod, or a JobSet of one pod on each of several nodes. */
export interface BatchJobOptions extends BatchJobFields<GpuNodePool> {
  /** Variables whose values come from Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}

/** A LoRA or QLoRA run that resumes from its checkpoints. */
export interface FineTuningOptions extends FineTuningFields<GpuNodePool> {
  /** Base model: a folder on a mount, or its name on the hub. */
  readonly model: string;
  /** JSON lines, a path on a mount. */
  readonly data: string;
  /** Checkpoints, a path on a mount. */
  readonly storage: string;
  /** Finished adapters, a path on a mount. */
  readonly adapters: string;
  /** Variables whose values come from Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}

/** A model behind an OpenAI-compatible address. */
export interface ServingOptions extends ServingFields<GpuNodePool> {
  /**
   * Where the weights are: `bucket.uri("weights/llama")`, an address such as `https://<account>.blob.core.windows.net/<container>/<prefix>`, fetched to
   * each node's own disk before it serves, or a path on a mount.
   */
  readonly weights: string;
  /** How weights in Blob Storage reach the GPUs: each node fetches one copy to its own disk. Engines stream from S3 alone. @default node-cache */
  readonly weightsLoading?: "node-cache" | "stream";
  /**
   * Key that clients send as `Authorization: Bearer …`, by the Secret that holds it; with engines `leader-worker-set` and `sglang`, whose servers ask for it.
   * @default - none
   * @see https://docs.vllm.ai/en/latest/cli/serve/ (`--api-key`)
   */
  readonly apiKey?: SecretSource;
  /** Variables whose values come from Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}

/** Models of any framework (TensorRT, ONNX, PyTorch, Python) behind Triton Inference Server. */
export interface TritonOptions extends TritonFields<GpuNodePool> {
  /** Repository of models in Triton's layout: `bucket.uri("models")`, fetched to each node's own disk, or a path on a mount. */
  readonly modelRepository: string;
  /** Variables whose values come from Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}
