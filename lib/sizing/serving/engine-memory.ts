import type { Accelerator } from "../../catalog/types";
import type { ModelArchitecture } from "../../model/model";
import { GIB } from "../../units/bytes";
import { exactly, mapRange, type Range, range } from "../inputs/range";
import { servingMemoryFamily } from "../spread/families";
import { publishedSpread, type Spread, widened } from "../spread/published-spread";

/** Activations, CUDA graphs, communication buffers of each accelerator. A named overhead, not a derivation. */
export const ENGINE_BYTES = 2 * GIB;

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
export function defaultEngineBytes(
  model: ModelArchitecture,
  { memoryGiB, architecture }: Accelerator,
  requests: number = DEFAULT_REQUESTS[memoryGiB >= 70 && architecture !== "Ampere" ? "large" : "other"],
): number {
  return APART_FROM_SAMPLER_BYTES + requests * model.vocabularySize * SAMPLED_BYTES;
}

/** Cache that is left where the engine takes what published ones take with their defaults, and what is counted where that is within. */
export function cacheRange(
  p: {
    readonly model: ModelArchitecture;
    readonly accelerator: Accelerator;
    readonly tensorParallel: number;
    readonly freeMemoryShare?: number;
  },
  counted: number,
  published?: Spread,
): Range {
  const own = exactly(p.tensorParallel * defaultEngineBytes(p.model, p.accelerator));
  const engine = widened(own, published ?? publishedSpread(servingMemoryFamily(p.model)));
  const share = p.freeMemoryShare ?? 1;
  const left = mapRange(engine, (bytes) => counted - share * (bytes - p.tensorParallel * ENGINE_BYTES));
  return range(Math.min(left.high, counted), counted, Math.max(left.low, counted));
}
