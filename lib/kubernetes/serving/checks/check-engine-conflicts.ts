import { engineOfImage } from "../../../catalog/serving/serving-engines";
import type { Problems } from "../../../errors";
import { BITS_PER_WEIGHT } from "../../../sizing/memory/model-memory";
import type { EngineArguments } from "../engine-arguments";
import type { LlmServingProps } from "../llm-serving";

/** @see https://docs.vllm.ai/en/v0.11.0/cli/serve.html (`--dtype`); SGLang's are the same */
const DTYPES = ["auto", "half", "float16", "bfloat16", "float", "float32"];

/** Formats of quantized weights by bits, where their name says it. @see https://docs.vllm.ai/en/latest/features/quantization/ */
const QUANTIZED_BITS: Readonly<Record<string, number>> = {
  awq: 4,
  awq_marlin: 4,
  modelopt_fp4: 4,
  mxfp4: 4,
  fp8: 8,
  fbgemm_fp8: 8,
  ptpc_fp8: 8,
};

/** Formats of the KV cache of vLLM and SGLang, of all releases. @see vllm-project/vllm@002f10e vllm/config/cache.py (`CacheDType`); sglang 0.5.18 server_args.py */
const CACHE_FORMATS =
  /^(auto|float16|bfloat16|bf16|fp8(_e4m3|_e5m2|_inc|_ds_mla|_per_token_head)?|mxfp8|fp4_(e2m1|mx_block16)|nvfp4\w*|int[48]_per_token_head|turboquant_\w+)$/;

type Conflict = readonly [argument: string, text: string];

/** Number formats that contradict `precision`, by which memory was counted. */
function formats({ precision, engineArguments, image }: LlmServingProps): Conflict[] {
  const { dtype, quantization, kv_cache_dtype: cache } = engineArguments;
  const found: Conflict[] = [];
  if (typeof dtype === "string" && !DTYPES.includes(dtype))
    found.push(["dtype", `must be one of ${DTYPES.join(", ")}, got "${dtype}"; leave it out`]);
  // a release that is known says itself what it takes
  if (typeof cache === "string" && engineOfImage(image) === undefined && !CACHE_FORMATS.test(cache))
    found.push(["kv_cache_dtype", `is not a KV cache format, got "${cache}"; use "fp8", or leave it out`]);
  if ((dtype === "float" || dtype === "float32") && precision !== "fp32")
    found.push([
      "dtype",
      `"${dtype}" takes 4 bytes per weight, and precision "${precision}" less; leave one of them out`,
    ]);
  const bits = QUANTIZED_BITS[String(quantization)];
  if (bits !== undefined && BITS_PER_WEIGHT[precision] < 16 && Math.round(BITS_PER_WEIGHT[precision]) < bits)
    found.push([
      "quantization",
      `"${quantization}" takes ${bits} bits per weight, more than precision "${precision}", by which memory is counted; use precision "fp8"`,
    ]);
  return found;
}

/** Tokens of a step of vLLM's server on its largest GPUs. @see vllm 0.11.0 vllm/engine/arg_utils.py (`OPENAI_API_SERVER`) */
const USUAL_TOKENS = 8192;

/** What a draft of n-grams needs: no model says how many tokens. @see vllm 0.11.0 vllm/config/speculative.py (`_verify_args`) */
function drafts({ engine, engineArguments: { speculative_config: text } }: LlmServingProps): Conflict[] {
  if (engine === "sglang" || typeof text !== "string" || !/"ngram"/.test(text) || /"num_speculative_tokens"/.test(text))
    return [];
  return [["speculative_config", 'must have "num_speculative_tokens" with "ngram", or vLLM does not start; add it']];
}

/** Sizes with which vLLM does not start. @see https://github.com/vllm-project/vllm (vllm/config/scheduler.py, `SchedulerConfig`) */
function batches({ engine, engineArguments: given, maxModelLength }: LlmServingProps): Conflict[] {
  const { max_num_batched_tokens: tokens, max_num_seqs: sequences, enable_chunked_prefill: chunked } = given;
  if (typeof tokens !== "number")
    return engine !== "sglang" && Number(sequences) > USUAL_TOKENS
      ? [
          [
            "max_num_seqs",
            `must be at most ${USUAL_TOKENS} without max_num_batched_tokens, got ${sequences}; give max_num_batched_tokens: ${sequences}`,
          ],
        ]
      : [];
  const found: Conflict[] = [];
  if (chunked === false && tokens < maxModelLength)
    found.push([
      "max_num_batched_tokens",
      `must be at least maxModelLength ${maxModelLength} with enable_chunked_prefill: false, got ${tokens}; use ${maxModelLength}`,
    ]);
  if (typeof sequences === "number" && tokens < sequences)
    found.push([
      "max_num_batched_tokens",
      `must be at least max_num_seqs ${sequences}, got ${tokens}; use ${sequences}`,
    ]);
  return found;
}

/** Experts of a model that has none. @see https://github.com/vllm-project/vllm (vllm/config/model.py, `_verify_with_expert_parallelism`) */
function experts({ architecture, engineArguments: given }: LlmServingProps): Conflict[] {
  if (architecture.experts !== null) return [];
  const asked: Readonly<EngineArguments> = { enable_expert_parallel: false, ep_size: 1, ...given };
  return (["enable_expert_parallel", "ep_size"] as const)
    .filter((name) => asked[name] === true || Number(asked[name]) > 1)
    .map((name) => [
      name,
      `divides experts, and ${architecture.name} is dense: the engine would not start; leave it out`,
    ]);
}

/**
 * A parser that vLLM never calls: without the switch it rejects requests that leave the choice of a tool to the model. SGLang has no
 * switch. @see https://docs.vllm.ai/en/v0.11.0/features/tool_calling.html
 */
function toolCalls({ engine, engineArguments: given }: LlmServingProps): Conflict[] {
  if (engine === "sglang" || given.tool_call_parser === undefined || given.enable_auto_tool_choice === true) return [];
  return [["tool_call_parser", "has no effect without enable_auto_tool_choice: true; add that, or leave it out"]];
}

/** Checks arguments that contradict each other, the model or other props. */
export function checkEngineConflicts(problems: Problems, path: string, model: LlmServingProps): void {
  const backend = model.engineArguments.distributed_executor_backend;
  // @see https://github.com/ray-project/ray (python/ray/llm/_internal/serve, `get_initialization_kwargs`)
  const executors: Conflict[] =
    model.engine === "ray" && backend !== undefined && backend !== "ray"
      ? [["distributed_executor_backend", `must be "ray" with engine "ray", got "${backend}"; leave it out`]]
      : [];
  for (const [name, text] of [
    ...formats(model),
    ...batches(model),
    ...experts(model),
    ...drafts(model),
    ...toolCalls(model),
    ...executors,
  ])
    problems.add("conflict", `${path}.engineArguments.${name}`, `${path}.engineArguments.${name} ${text}`);
  const weights = model.files.address.replace(/\/+$/, "");
  // An address without a bucket is told as that.
  if (model.lora && !weights.endsWith(":") && `${model.lora.adapters}/`.startsWith(`${weights}/`))
    problems.add(
      "conflict",
      `${path}.lora.adapters`,
      `${path}.lora.adapters "${model.lora.adapters}" lies in weights "${weights}", with which every node would fetch all adapters; use another folder`,
    );
  if (model.lora && model.modelId.includes(":"))
    problems.add(
      "malformed",
      `${path}.modelId`,
      `${path}.modelId must have no ":" with lora, since clients ask for an adapter as "<modelId>:<adapter>", got "${model.modelId}"; use "${model.modelId.replaceAll(":", "-")}"`,
    );
}
