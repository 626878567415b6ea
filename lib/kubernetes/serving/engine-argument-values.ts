import type { Problems } from "../../errors";

type Kind = "text" | "boolean" | "count" | "integer" | "block" | "share" | "json";

/**
 * Arguments of vLLM and SGLang whose values are known; others pass as they are, since each release has more.
 * Checked on 2026-11-23.
 * @see https://docs.vllm.ai/en/latest/configuration/engine_args/
 * @see https://docs.sglang.ai/advanced_features/server_arguments.html
 */
const KINDS: Readonly<Record<string, Kind>> = {
  dtype: "text",
  quantization: "text",
  kv_cache_dtype: "text",
  tool_call_parser: "text",
  reasoning_parser: "text",
  chat_template: "text",
  load_format: "text",
  trust_remote_code: "boolean",
  enforce_eager: "boolean",
  enable_prefix_caching: "boolean",
  enable_chunked_prefill: "boolean",
  enable_expert_parallel: "boolean",
  enable_auto_tool_choice: "boolean",
  async_scheduling: "boolean",
  max_num_seqs: "count",
  max_num_batched_tokens: "count",
  block_size: "block",
  seed: "integer",
  gpu_memory_utilization: "share",
  mem_fraction_static: "share",
  enable_dp_attention: "boolean",
  ep_size: "count",
  speculative_config: "json",
  hf_overrides: "json",
  kv_transfer_config: "json",
  compilation_config: "json",
  model_loader_extra_config: "json",
};

/** Tokens of a block of vLLM's cache. @see vllm 0.11.0 vllm/config/cache.py (`BlockSize`); later releases have 256 too */
const BLOCKS = [1, 8, 16, 32, 64, 128, 256];

const HOLDS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  count: (value) => Number.isInteger(value) && (value as number) >= 1,
  integer: (value) => Number.isInteger(value),
  block: (value) => BLOCKS.includes(value as number),
  share: (value) => typeof value === "number" && value > 0 && value <= 1,
  json: (value) => typeof value === "string" && isObject(value),
};

const EXPECTED: Readonly<Record<Kind, string>> = {
  text: "a text",
  boolean: "true or false",
  count: "a whole number of at least 1",
  integer: "a whole number",
  block: `one of ${BLOCKS.join(", ")}`,
  share: "a number above 0 and up to 1",
  json: "an object as JSON text",
};

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Whether the value of an argument is JSON, which is no word of a command line by itself. */
export const isJson = (name: string): boolean => KINDS[name] === "json";

/** Checks the values of arguments that are known, and those that need one another. */
export function checkEngineValues(problems: Problems, path: string, given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    const kind = KINDS[name];
    if (kind !== undefined && !HOLDS[kind](value))
      problems.add(
        "malformed",
        `${path}.${name}`,
        `${path}.${name} must be ${EXPECTED[kind]}, got ${JSON.stringify(value)}`,
      );
  }
  if (given.enable_auto_tool_choice === true && given.tool_call_parser === undefined)
    problems.add(
      "required",
      `${path}.tool_call_parser`,
      `${path}.tool_call_parser is required with enable_auto_tool_choice, or vLLM does not start; give the parser of the model, such as "hermes"`,
    );
  if (given.dp_size !== undefined && given.dp_size !== 1 && given.enable_dp_attention !== true)
    problems.add(
      "not-allowed",
      `${path}.dp_size`,
      `${path}.dp_size ${given.dp_size} takes GPUs that the pods of a replica do not have; add enable_dp_attention: true, which divides those of tensorParallel, or use replicas`,
    );
  if (given.data_parallel_size !== undefined && given.data_parallel_size !== 1)
    problems.add(
      "not-allowed",
      `${path}.data_parallel_size`,
      `${path}.data_parallel_size ${given.data_parallel_size} takes GPUs that the pods of a replica do not have; leave it out and use replicas, each of which is a copy of the model, or dataParallel`,
    );
}
