import type { ServingFields, TritonFields } from "../../common/workloads/serving-options";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { SecretEnvironment, SecretSource } from "./secret-source";

/** A model behind an OpenAI-compatible address. */
export interface ServingOptions extends ServingFields<GpuNodePool> {
  /** `s3://bucket/prefix`, fetched to each node's own disk before it serves, or a path on a mount. */
  readonly weights: string;
  /**
   * How weights on S3 reach the GPUs. `node-cache`: each node fetches one copy to its own disk, which all later starts there read. `stream`: the
   * engine reads them from S3 straight into GPU memory (Run:ai Model Streamer), at each start; nothing is kept on the node. Streaming takes
   * safetensors, engine `ray` or `leader-worker-set`, and an image with `runai-model-streamer[s3]`, as vLLM's and Ray's have.
   * @default node-cache
   * @see https://docs.vllm.ai/en/stable/models/extensions/runai_model_streamer/
   */
  readonly weightsLoading?: "node-cache" | "stream";
  /**
   * ARN of a certificate of the model's own load balancer, in AWS Certificate Manager: it then speaks TLS on port 443. Required with
   * exposure `public`.
   * @default - plain HTTP on port 8000, within the network
   */
  readonly certificateArn?: string;
  /**
   * Key that clients send as `Authorization: Bearer …`, by the secret that holds it; with engines
   * `leader-worker-set` and `sglang`, whose servers ask for it. Required where clients come from the internet.
   * @default - none
   * @see https://docs.vllm.ai/en/latest/cli/serve/ (`--api-key`)
   */
  readonly apiKey?: SecretSource;
  /** Variables whose values come from Secrets Manager or from Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}

/** Models of any framework (TensorRT, ONNX, PyTorch, Python) behind Triton Inference Server. */
export interface TritonOptions extends TritonFields<GpuNodePool> {
  /** Repository of models in Triton's layout: `s3://bucket/prefix`, fetched to each node's own disk, or a path on a mount. */
  readonly modelRepository: string;
  /** Variables whose values come from Secrets Manager or from Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}
