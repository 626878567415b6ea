import { accelerator } from "../../lib/catalog/accelerators";
import {
  kvBytesPerRequest,
  kvBytesPerToken,
  type WeightPrecision,
  weightsBytes,
} from "../../lib/sizing/memory/model-memory";
import { defaultEngineBytes } from "../../lib/sizing/serving/engine-memory";
import { servingRate } from "../../lib/sizing/serving/serving-rate";
import { servingMemoryFamily } from "../../lib/sizing/spread/families";
import { GIB } from "../../lib/units/bytes";
import type { ValidationSet } from "./row";
import { publishedModel, publishedRows, type ValidationSection } from "./section";

/** Weights and cache of one request without an engine: the publications' allocators and activations come on top. */
const GENERATION = ["memory-of-one-request"] as const;

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
        family: GENERATION,
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
      const { kvCacheBytes, kvCacheRange } = servingRate({
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
        low: kvCacheRange.low / 1024 ** 3,
        high: kvCacheRange.high / 1024 ** 3,
        set: row.set,
        source: row.source,
        note: row.note,
      };
    }),
  };
}

interface TransformersGeneration {
  readonly where: string;
  readonly model: string;
  readonly weights: WeightPrecision;
  readonly tokens: number;
  readonly published: number;
  /** MiB, which the page calls MB. */
  readonly unit: "GB" | "MB";
  readonly set: ValidationSet;
  readonly source: string;
}

/** Memory of one long answer in Transformers, entered before our figures were known. */
export function qwenGenerationSection(): ValidationSection {
  return {
    title: "Inference memory: Qwen2.5 and Qwen3 in Transformers, one request, entered unseen",
    intro:
      "Weights and the cache of one request of up to 32,768 tokens. The publisher's GB are GiB (weights of 0.5 billion parameters in BF16 are 0.92 GiB), its MB are MiB.",
    aim: 0.1,
    rows: publishedRows<TransformersGeneration[]>("qwen-generation-memory.json").map((row) => {
      const model = publishedModel(row.model);
      return {
        what: `${row.where}: ${row.model}, ${row.tokens} tokens`,
        unit: "GiB",
        published: row.unit === "GB" ? row.published : row.published / 1024,
        predicted: (weightsBytes(model, row.weights) + kvBytesPerRequest(model, row.tokens)) / GIB,
        set: row.set,
        source: row.source,
        family: GENERATION,
      };
    }),
  };
}

interface Capacity {
  readonly model: string;
  readonly accelerator: string;
  readonly tensorParallel: number;
  readonly precision: WeightPrecision;
  readonly memoryShare: number;
  /** Of each GPU; negative where the engine did not start. */
  readonly cacheGiB: number | null;
  /** Tokens that the cache holds, where its bytes are not published. */
  readonly cacheTokens?: number;
  readonly ran?: false;
  readonly set: ValidationSet;
  readonly source: string;
  readonly note: string;
}

/** What an engine takes of a GPU besides weights and cache, as its log says, entered before our figures were known. */
export function engineMemorySection(): ValidationSection {
  return {
    title: "Inference memory: engine of vLLM and SGLang, entered unseen",
    intro:
      "GiB of each GPU that hold neither weights nor cache: the share of the catalog's memory that the engine may take, less our weights and the cache that it prints. As entered, with weights, the median error was 11 % (10 of 22 within the aim). One cause was found in the logs of vLLM 0.11: the sampler of 1,024 requests, profiled at 39 bytes a request and entry of the vocabulary (4.8 GiB for Llama 3.1, 5.6 for Qwen3, 7.4 for GPT-OSS). The rows of llm-d set that figure and the rest of 1.25 GiB; the others are held out.",
    aim: 0.1,
    rows: publishedRows<Capacity[]>("vllm-capacity.json").map((row) => {
      const model = publishedModel(row.model);
      const gpu = accelerator(row.accelerator);
      const rate = servingRate({
        model,
        accelerator: gpu,
        tensorParallel: row.tensorParallel,
        precision: row.precision,
        kvPrecision: "bf16",
        memoryShare: row.memoryShare,
        promptTokens: 512,
        outputTokens: 512,
      });
      const weights = rate.weightsBytes / row.tensorParallel / GIB;
      const cache = row.cacheGiB ?? (row.cacheTokens! * kvBytesPerToken(model)) / GIB;
      return {
        what: `${row.model} in ${row.precision}, ${row.tensorParallel} x ${row.accelerator}, ${row.memoryShare * 100} % of the memory`,
        unit: "GiB",
        published: row.memoryShare * gpu.memoryGiB - cache - weights,
        predicted: defaultEngineBytes(model, gpu) / GIB,
        set: row.source.includes("llm-d") ? "calibrated" : row.set,
        source: row.source,
        note: row.note,
        family: servingMemoryFamily(model),
      };
    }),
  };
}
