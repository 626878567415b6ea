import { GIB } from "../../units/bytes";
import type { EngineArguments } from "./engine-arguments";
import type { ServingEngine } from "./serving-engine";

/** What of a model decides where its cache goes. */
export interface Offload {
  readonly engine: ServingEngine;
  /** Memory of all nodes of a replica for it, GiB; null for none. */
  readonly kvOffloadGiB?: number | null;
  /** GPUs of a replica. */
  readonly gpus: number;
}

/** vLLM's argument; releases of which the catalog knows the arguments may lack it. */
export const OFFLOAD_ARGUMENT = "kv_offloading_size";

/**
 * Blocks of the KV cache that leave the GPU are kept in the node's memory, from which a prompt with the same beginning gets them back. vLLM takes
 * the size of all ranks together, in GiB, SGLang that of each, in GB.
 * @see https://docs.vllm.ai/en/stable/configuration/engine_args/ (`--kv-offloading-size`), vllm/config/cache.py (`CacheConfig`)
 * @see https://docs.sglang.ai/advanced_features/server_arguments.html (`--hicache-size`)
 */
export function offloadArguments({ engine, kvOffloadGiB, gpus }: Offload): EngineArguments {
  if (!kvOffloadGiB) return {};
  if (engine !== "sglang") return { [OFFLOAD_ARGUMENT]: kvOffloadGiB, kv_offloading_backend: "native" };
  return { enable_hierarchical_cache: true, hicache_size: Math.max(1, Math.floor((kvOffloadGiB * GIB) / gpus / 1e9)) };
}
