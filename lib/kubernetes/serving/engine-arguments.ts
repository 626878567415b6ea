import type { Problems } from "../../errors";
import type { WeightPrecision } from "../../sizing/memory/model-memory";
import { checkWord } from "../chart/check-names";
import { checkEngineValues, isJson } from "./engine-argument-values";

/** Arguments of vLLM's engine by their names in Python: `kv_cache_dtype`. */
export type EngineArguments = Readonly<Record<string, string | number | boolean>>;

/**
 * What a precision means to the engine. Weights in 8-bit floating point are quantized so when they are loaded, or lie so at the
 * address; other quantized weights say in their own configuration what they are.
 * @see https://docs.vllm.ai/en/latest/configuration/engine_args/ (`--dtype`, `--quantization`)
 */
const BY_PRECISION: Partial<Record<WeightPrecision, EngineArguments>> = {
  fp32: { dtype: "float32" },
  bf16: { dtype: "bfloat16" },
  fp8: { quantization: "fp8" },
};

/** What the engine is told beyond its sizes; the user's win. */
export function engineArguments(
  precision: WeightPrecision,
  given: EngineArguments,
  halfOnly: boolean,
): EngineArguments {
  const own = precision === "bf16" && halfOnly ? { dtype: "float16" } : BY_PRECISION[precision];
  return { ...own, ...given };
}

/** Arguments as Ray takes them: by keyword, objects as objects. */
export function engineKeywords(given: EngineArguments): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, isJson(name) ? JSON.parse(String(value)) : value]),
  );
}

/** Arguments as options of `vllm serve`: `--kv-cache-dtype fp8`, `--trust-remote-code`, `--no-enable-prefix-caching`. */
export function engineOptions(given: EngineArguments): string[] {
  return Object.entries(given).map(([name, value]) => {
    const option = name.replaceAll("_", "-");
    if (typeof value === "boolean") return value ? `--${option}` : `--no-${option}`;
    return isJson(name) ? `--${option} '${value}'` : `--${option} ${value}`;
  });
}

/** Arguments as flags of SGLang, which knows no flag for what is off: `--trust-remote-code`, `--kv-cache-dtype fp8_e5m2`. */
export function engineFlags(given: EngineArguments): string[] {
  return engineOptions(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== false)));
}

/** What other props say, of which the checks of memory and of places know. */
const OTHERWISE: Readonly<Record<string, string>> = {
  tensor_parallel_size: "tensorParallel",
  pipeline_parallel_size: "pipelineParallel",
  max_model_len: "maxModelLength",
  enable_lora: "lora",
  max_loras: "lora.maxAdapters",
  max_lora_rank: "lora.maxRank",
  model: "weights",
  served_model_name: "modelId",
  tp_size: "tensorParallel",
  pp_size: "pipelineParallel",
  context_length: "maxModelLength",
  model_path: "weights",
  api_key: "apiKey",
};

/** What pods, probes and the Service are made for. */
const FIXED = ["host", "port", "nnodes", "node_rank", "dist_init_addr", "master_addr", "headless", "enable_metrics"];

/** JSON goes to the shell between single quotes. */
function checkQuoted(problems: Problems, at: string, text: string): void {
  if (text.includes("'"))
    problems.add("malformed", at, `${at} must hold no single quote, got ${text}; write it as \\u0027`);
}

/** Checks the names and values of further arguments. */
export function checkEngineArguments(problems: Problems, path: string, given: EngineArguments): void {
  for (const [name, value] of Object.entries(given)) {
    const at = `${path}.${name}`;
    if (name in OTHERWISE)
      problems.add("conflict", at, `${at} is what ${OTHERWISE[name]} says; give that prop and leave it out here`);
    else if (FIXED.includes(name))
      problems.add("not-allowed", at, `${at} is set by the pods, probes and the Service of the model; leave it out`);
    else if (!/^[a-z][a-z0-9_]*$/.test(name))
      problems.add(
        "malformed",
        at,
        `${at} must be an argument by its name in Python, got "${name}"; use "${name.replace(/^-+/, "").replaceAll("-", "_").toLowerCase()}"`,
      );
    else if (!["string", "number", "boolean"].includes(typeof value))
      problems.add("malformed", at, `${at} must be a text, a number, true or false; write an object as JSON text`);
    else if (typeof value === "string" && isJson(name)) checkQuoted(problems, at, value);
    else if (typeof value === "string") checkWord(problems, at, value);
  }
  checkEngineValues(problems, path, given);
}
