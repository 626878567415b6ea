import type { ModelArchitecture } from "../../catalog/model-architecture";
import { Problems } from "../../errors";
import { checkModel } from "../inputs/check-model";
import { checkNumber } from "../inputs/check-number";
import { oneOf } from "../inputs/check-shape";
import { LORA_RANK_RANGE } from "../inputs/ranges";

/** Linear layers that have an adapter: query and value (the LoRA paper), all of attention, or attention and FFN. */
export type LoraTargets = "query-value" | "attention" | "all-linear";

const TARGETS = oneOf(["query-value", "attention", "all-linear"]);

/**
 * Parameters of one LoRA adapter: rank x (inputs + outputs) for each linear layer it is on. Experts of a mixture have none
 * (engines adapt attention and the shared FFN only).
 *
 * @example Llama 2 7B, rank 16, all linear layers: 39,976,960; Llama 3.1 8B: 41,943,040; Llama 2 7B, rank 8, query and
 * value: 4,194,304 — as PEFT prints them.
 * @throws WarpformError for a rank that is not a whole number from 1, or a model with latent attention
 * @see https://arxiv.org/abs/2106.09685 section 4
 */
export function loraParameters(model: ModelArchitecture, rank: number, targets: LoraTargets = "all-linear"): number {
  const problems = new Problems();
  const good = checkModel(problems, model);
  checkNumber(problems, "rank", rank, LORA_RANK_RANGE);
  TARGETS(problems, "targets", targets);
  if (good && model.latentAttention)
    problems.add(
      "not-allowed",
      "model",
      `model must have ordinary attention, got ${model.name} with latent attention; give the adapter's size as bytes`,
    );
  problems.throwIfAny("loraParameters");
  const { hiddenSize: h, attentionHeads, kvHeads, headDim, ffnHiddenSize: f } = model;
  const query = h + attentionHeads * headDim;
  const keyOrValue = h + kvHeads * headDim;
  const attention = targets === "query-value" ? query + keyOrValue : 2 * query + 2 * keyOrValue;
  const denseLayers = model.experts ? model.experts.denseLayers : model.layers;
  const ffn = targets === "all-linear" ? denseLayers * (model.gatedFfn ? 3 : 2) * (h + f) : 0;
  return rank * (model.layers * attention + ffn);
}

/** Memory that serving many adapters takes. */
export interface LoraMemory {
  /** On the accelerators: the slots an engine reserves, each at the largest rank. */
  readonly acceleratorBytes: number;
  /** In host memory: all adapters kept ready. */
  readonly hostBytes: number;
  readonly bytesPerAdapter: number;
}

/**
 * Memory of multi-LoRA serving: `slots` adapters on the accelerators at once (vLLM's max_loras), each slot as large as an
 * adapter of the largest rank, and all of them in host memory. Pass `acceleratorBytes` to servingRate as reserved bytes.
 *
 * @example 32 slots of rank 16 for Llama 3.1 8B in BF16: 2.7 GB.
 * @see https://arxiv.org/abs/2311.03285 (S-LoRA)
 */
export function loraMemory(
  model: ModelArchitecture,
  adapters: number,
  slots: number,
  largestRank: number,
  targets: LoraTargets = "all-linear",
): LoraMemory {
  const problems = new Problems();
  checkNumber(problems, "adapters", adapters, { min: 0, whole: true });
  checkNumber(problems, "slots", slots, { min: 0, whole: true, use: "use vLLM's max_loras" });
  problems.throwIfAny("loraMemory");
  const bytesPerAdapter = 2 * loraParameters(model, largestRank, targets);
  return { bytesPerAdapter, acceleratorBytes: slots * bytesPerAdapter, hostBytes: adapters * bytesPerAdapter };
}
