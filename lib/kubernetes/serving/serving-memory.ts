import type { ModelArchitecture } from "../../model/model";
import { gpuShare } from "../../sizing/memory/gpu-share";
import { BITS_PER_WEIGHT, type WeightPrecision, weightsBytes } from "../../sizing/memory/model-memory";
import { countParameters } from "../../sizing/memory/parameters";
import { defaultEngineBytes } from "../../sizing/serving/engine-memory";
import { GIB, MIB } from "../../units/bytes";
import type { KubernetesPool } from "../nodes/pool";
import { adapterBytesPerGpu, loraRankStep } from "./adapter-memory";
import type { EngineArguments } from "./engine-arguments";
import type { ServingEngine } from "./serving-engine";

/** Share of a GPU's memory that vLLM takes (`gpu_memory_utilization`), or of its part of it. */
export const ENGINE_MEMORY_SHARE = 0.9;

/**
 * The same of SGLang (`mem_fraction_static`), which leaves room for activations and CUDA graphs by itself: 0.82 to 0.88 of GPUs of
 * 80 GB at its usual batch sizes. @see sglang 0.5.18 sglang/srt/server_args.py (`_handle_gpu_memory_settings`)
 */
const SGLANG_MEMORY_SHARE = 0.82;

/** The argument that says the share. */
export const shareArgument = (engine: ServingEngine): string =>
  engine === "sglang" ? "mem_fraction_static" : "gpu_memory_utilization";

/** Share of a GPU's memory that an engine has for weights and cache: what the user says, or the engine's usual. */
export function memoryShare(engine: ServingEngine, given: EngineArguments = {}): number {
  const share = given[shareArgument(engine)];
  if (typeof share === "number" && share > 0 && share <= 1) return share;
  return engine === "sglang" ? SGLANG_MEMORY_SHARE : ENGINE_MEMORY_SHARE;
}

/** Weights on each GPU of a replica: each rank has all but the experts, which all ranks share. */
export function weightsPerGpu(of: {
  readonly architecture: ModelArchitecture;
  readonly precision: WeightPrecision;
  readonly tensorParallel: number;
  readonly pipelineParallel: number;
  readonly dataParallel: number;
}): number {
  const all = weightsBytes(of.architecture, of.precision);
  const rank = of.tensorParallel * of.pipelineParallel;
  const experts = (countParameters(of.architecture).experts * BITS_PER_WEIGHT[of.precision]) / 8;
  return (all - experts + experts / of.dataParallel) / rank;
}

/** What the memory of an engine is shared between. */
export interface EngineLoad {
  readonly of: KubernetesPool;
  readonly architecture: ModelArchitecture;
  readonly precision: WeightPrecision;
  readonly lora: { readonly maxAdapters: number; readonly maxRank: number } | null;
  /** What the user gives the engine: `max_num_seqs` sets what sampling takes. */
  readonly engineArguments?: EngineArguments;
}

/**
 * Activations, CUDA graphs and context of an engine whose cache is given in bytes: it still runs a profile of `max_num_seqs` requests
 * as it starts, so that this is taken at once. 2.4 GiB for Llama 3.1 8B on L40S, 6 on H100, where vLLM's default is 1,024 requests.
 * @see https://github.com/vllm-project/vllm vllm/v1/worker/gpu_worker.py (determine_available_memory)
 */
export function engineBytes({ architecture, of, engineArguments }: EngineLoad): number {
  const requests = engineArguments?.max_num_seqs;
  return defaultEngineBytes(architecture, of.accelerator!, typeof requests === "number" ? requests : undefined);
}

/** Whether several engines take from one memory: MIG devices have their own. */
export function sharesMemory({ pool }: KubernetesPool): boolean {
  return pool.sharing.kind === "time-slicing";
}

/**
 * How much memory an engine takes. vLLM measures what is free while it starts, and counts what others of its GPU take
 * meanwhile as its own; engines that start at once on one GPU then find no room for their cache. With the cache given in
 * bytes (vLLM 0.10.2 and later) nothing is measured, and `gpu_memory_utilization` only says what must be free at the start.
 * @see https://github.com/vllm-project/vllm/issues/55827
 */
export function engineMemory(props: EngineLoad): Record<string, number> {
  const { of, architecture, lora } = props;
  if (!sharesMemory(of)) return { gpu_memory_utilization: ENGINE_MEMORY_SHARE };
  const share = gpuShare(of.accelerator!, of.pool.sharing)!;
  const adapters = lora ? lora.maxAdapters * adapterBytesPerGpu(architecture, loraRankStep(lora.maxRank), 1) : 0;
  const taken = weightsBytes(architecture, props.precision) + adapters + engineBytes(props);
  const cache = share.accelerator.memoryGiB * GIB * ENGINE_MEMORY_SHARE - taken;
  return {
    gpu_memory_utilization: Math.floor((ENGINE_MEMORY_SHARE / share.perGpu) * 1000) / 1000,
    kv_cache_memory_bytes: Math.floor(cache / MIB) * MIB,
  };
}
