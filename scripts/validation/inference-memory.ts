import { accelerator } from "../../lib/catalog/accelerators";
import {
  kvBytesPerRequest,
  kvBytesPerToken,
  type WeightPrecision,
  weightsBytes,
} from "../../lib/sizing/memory/model-memory";
import { servingRate } from "../../lib/sizing/serving/serving-rate";
import type { ValidationSet } from "./row";
import { publishedModel, publishedRows, type ValidationSection } from "./section";

interface GenerationMemory {
  readonly where: string;
  readonly model: string;
  readonly weights: WeightPrecision;
  readonly tokens: number;
  readonly publishedGB: number;
  readonly set: ValidationSet;
  readonly source: string;
}

interface CacheBlocks {
  readonly model: string;
  readonly accelerator: string;
  readonly tensorParallel: number;
  readonly precision: WeightPrecision;
  readonly blocks: number;
  readonly set: ValidationSet;
  readonly source: string;
  readonly note: string;
}

/** Memory of one answer being written, as PyTorch counts it: weights and cache. */
export function generationMemorySection(): ValidationSection {
  return {
    title: "Inference memory: LitGPT and Qwen, one request",
    intro:
      "Weights and the cache of one request (LitGPT: about 128 tokens, Qwen: 2,048), without activations, which one token hardly has.",
    aim: 0.1,
    rows: publishedRows<GenerationMemory[]>("generation-memory.json").map((row) => {
      const model = publishedModel(row.model);
      return {
        what: `${row.where}: ${row.model} in ${row.weights}`,
        unit: "GB",
        published: row.publishedGB,
        predicted: (weightsBytes(model, row.weights) + kvBytesPerRequest(model, row.tokens)) / 1e9,
        set: row.set,
        source: row.source,
      };
    }),
  };
}

/** Tokens of a block of vLLM's cache. */
const BLOCK_TOKENS = 16;

/** The cache that vLLM found room for. */
export function cacheBlocksSection(): ValidationSection {
  return {
    title: "Inference memory: cache of vLLM",
    intro: "Blocks of 16 tokens that vLLM prints at its start, as GiB, with 0.9 of the memory.",
    aim: 0.1,
    rows: publishedRows<CacheBlocks[]>("vllm-blocks.json").map((row) => {
      const model = publishedModel(row.model);
      const { kvCacheBytes } = servingRate({
        model,
        accelerator: accelerator(row.accelerator),
        tensorParallel: row.tensorParallel,
        precision: row.precision,
        kvPrecision: "bf16",
        memoryShare: 0.9,
        promptTokens: 512,
        outputTokens: 512,
      });
      return {
        what: `${row.model}, ${row.tensorParallel} x ${row.accelerator}: ${row.blocks.toLocaleString("en-US")} blocks`,
        unit: "GiB",
        published: (row.blocks * BLOCK_TOKENS * kvBytesPerToken(model)) / 1024 ** 3,
        predicted: kvCacheBytes / 1024 ** 3,
        set: row.set,
        source: row.source,
        note: row.note,
      };
    }),
  };
}
