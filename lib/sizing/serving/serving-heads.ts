import type { ModelArchitecture } from "../../catalog/model-architecture";

/**
 * Whether engines can lay a model over that many accelerators: the attention heads are shared out evenly, and those of keys and
 * values are too, or each is held by equally many. Latent attention has one for all.
 * @see https://github.com/vllm-project/vllm/blob/main/vllm/model_executor/models/llama.py (LlamaAttention)
 */
export function servesWith(model: ModelArchitecture, tensorParallel: number): boolean {
  if (model.attentionHeads % tensorParallel !== 0) return false;
  if (model.latentAttention) return true;
  return model.kvHeads % tensorParallel === 0 || tensorParallel % model.kvHeads === 0;
}

/** The most accelerators, up to a number, that {@link servesWith} allows. */
export function largestServing(model: ModelArchitecture, tensorParallel: number): number {
  let t = Math.min(tensorParallel, model.attentionHeads);
  while (!servesWith(model, t)) t--;
  return t;
}

/** The heads that {@link servesWith} cannot share out, in words. */
export function undividedHeads(model: ModelArchitecture, tensorParallel: number): string {
  const { attentionHeads, kvHeads } = model;
  return attentionHeads % tensorParallel !== 0 ? `${attentionHeads} attention heads` : `${kvHeads} key-value heads`;
}

/** How often the key-value cache is held in all: heads fewer than the accelerators are held by several of them. */
export function kvCopies(model: ModelArchitecture, tensorParallel: number): number {
  return Math.max(1, tensorParallel / (model.latentAttention ? 1 : model.kvHeads));
}
