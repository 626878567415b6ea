import { findServingRecipe } from "../../catalog/serving/serving-recipes";
import type { Accelerator } from "../../catalog/types";

/** Compute capability from which vLLM 0.11 and SGLang 0.5 serve MXFP4 and NVFP4 (mxfp4, modelopt_fp4 in serving-engines.json). */
const FP4_WEIGHTS_FROM = 8;

/** AMD's GPUs without FP4 arithmetic that vLLM serves GPT-OSS on: MI300X and MI325X. */
const AMD_UNPACKS = "CDNA3";

/** Whether all published weights of a model have 4 bits: there is no other precision to use instead. */
export function publishedInFp4(model: string): boolean {
  return findServingRecipe(model)?.quantization === "mxfp4";
}

/**
 * Whether engines serve a model's weights in FP4 on a GPU that does not compute in it: Marlin and Triton kernels unpack them to 16 bits
 * within the product. FP4 arithmetic, of activations too, needs Blackwell or CDNA4.
 * @see https://github.com/vllm-project/recipes/blob/main/OpenAI/GPT-OSS.md and prepare_fp4_layer_for_marlin in
 * https://github.com/vllm-project/vllm/blob/00d52e93333741b205e70acb9217a2849f173696/vllm/model_executor/layers/quantization/utils/marlin_utils_fp4.py
 */
export function unpacksFp4(
  { architecture, computeCapability, tflops }: Pick<Accelerator, "architecture" | "computeCapability" | "tflops">,
  model: string,
): boolean {
  if (tflops.fp4 !== null) return false;
  if (architecture === AMD_UNPACKS) return publishedInFp4(model);
  return computeCapability !== null && Number.parseFloat(computeCapability) >= FP4_WEIGHTS_FROM;
}
