import type { Accelerator } from "../../catalog/types";
import type { ModelArchitecture } from "../../model/model";
import { GIB } from "../../units/bytes";

/** CUDA context, graphs and communication: what vLLM's logs leave of the engine's memory once the sampler is counted. */
const APART_FROM_SAMPLER_BYTES = 1.25 * GIB;

/**
 * Bytes that sampling takes for each request and entry of the vocabulary: vLLM 0.11 profiles 4.76 GiB for Llama 3.1 (128,256
 * entries), 5.64 for Qwen3 (151,936) and 7.38 for GPT-OSS (201,088) with 1,024 requests.
 *
 * @see https://github.com/llm-d/llm-d-benchmark config_explorer/empirical-vllm-memory-results.md
 */
const SAMPLED_BYTES = 39;

/** vLLM's `max_num_seqs` where nobody sets it: on parts of 70 GiB and more other than A100, and on the others. */
const DEFAULT_REQUESTS = { large: 1024, other: 256 };

/**
 * What vLLM takes of a GPU besides weights and cache with its defaults, where `servingRate` counts 2 GiB as tuned engines take.
 *
 * @example Llama 3.1 8B on H100: 6.0 GiB (5.7 by vLLM's log); GPT-OSS 20B: 8.7 (9.2).
 */
export function defaultEngineBytes(model: ModelArchitecture, { memoryGiB, architecture }: Accelerator): number {
  const requests = DEFAULT_REQUESTS[memoryGiB >= 70 && architecture !== "Ampere" ? "large" : "other"];
  return APART_FROM_SAMPLER_BYTES + requests * model.vocabularySize * SAMPLED_BYTES;
}
