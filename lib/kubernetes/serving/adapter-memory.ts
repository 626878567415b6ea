import type { ModelArchitecture } from "../../model/model";

/** Bytes a LoRA weight takes while it is served: vLLM keeps adapters in the model's own 16-bit format. */
const BYTES_PER_WEIGHT = 2;

/**
 * Bytes that one LoRA adapter of a rank takes on each GPU when all linear layers are adapted and the model is divided over
 * `tensorParallel` GPUs. A layer in -> out has rank x in (A) and rank x out (B); column-parallel layers (q, k, v, gate, up)
 * keep A whole and divide B, row-parallel ones (o, down) the other way round.
 *
 * @example Llama 3.1 8B, rank 16, one GPU: 41.9 million weights, 83.9 MB.
 * @see https://arxiv.org/abs/2106.09685 section 4; https://docs.vllm.ai/en/latest/features/lora.html (fully_sharded_loras off)
 */
export function adapterBytesPerGpu(model: ModelArchitecture, rank: number, tensorParallel: number): number {
  const { hiddenSize: h, layers } = model;
  const q = model.attentionHeads * model.headDim;
  const kv = model.kvHeads * model.headDim;
  const ffn = model.experts ? model.experts.ffnHiddenSize * model.experts.count : model.ffnHiddenSize;
  const inputs = (model.gatedFfn ? 2 : 1) * h;
  const upOut = (model.gatedFfn ? 2 : 1) * ffn;
  // column-parallel: A is whole on each GPU, B is divided
  const column = 3 * h + inputs + (q + 2 * kv + upOut) / tensorParallel;
  const row = (q + ffn) / tensorParallel + 2 * h;
  return Math.ceil(rank * (column + row) * layers * BYTES_PER_WEIGHT);
}

/** Ranks that vLLM's LoRA kernels are built for. @see https://docs.vllm.ai/en/latest/features/lora.html */
export const LORA_RANKS = [8, 16, 32, 64, 128, 256, 320, 512] as const;

/** The smallest rank that holds adapters of `rank`. */
export function loraRankStep(rank: number): number {
  return LORA_RANKS.find((step) => step >= rank) ?? rank;
}
