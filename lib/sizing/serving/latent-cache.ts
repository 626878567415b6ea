import type { ModelArchitecture } from "../../catalog/model-architecture";
import type { Accelerator } from "../../catalog/types";

/**
 * Share of the peak in BF16 that decoding with latent attention reaches where it multiplies rather than reads: all heads share
 * one compressed vector per token, so each byte is multiplied as often as there are heads (660 of 989 TFLOP/s on H800).
 *
 * @see https://github.com/deepseek-ai/FlashMLA README.md
 */
const LATENT_COMPUTE_REACHED = 660 / 989;

/**
 * Seconds in which one accelerator multiplies the cache of a request's tokens in a decode step, scores and values of all layers;
 * 0 without latent attention, whose few products for each byte hide behind the reading.
 */
export function latentSeconds(
  { latentAttention, layers, attentionHeads }: ModelArchitecture,
  tokens: number,
  { tflops }: Pick<Accelerator, "tflops">,
): number {
  if (!latentAttention) return 0;
  const { kvRank, ropeHeadDim } = latentAttention;
  const flops = 2 * layers * tokens * attentionHeads * (2 * kvRank + ropeHeadDim);
  return flops / ((tflops.bf16 ?? tflops.fp16)! * 1e12 * LATENT_COMPUTE_REACHED);
}
