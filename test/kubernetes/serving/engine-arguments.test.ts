import { Problems } from "../../../lib/errors";
import { checkEngineArguments, engineOptions } from "../../../lib/kubernetes/serving/engine-arguments";
import { llmApplication } from "../../../lib/kubernetes/serving/llm-serving";
import { poolOf } from "../pools";
import { modelOf } from "../samples";

const engine = (over: Parameters<typeof modelOf>[0]) =>
  (
    llmApplication(modelOf({ lora: null, ...over })).args as {
      llm_configs: { engine_kwargs: Record<string, unknown> }[];
    }
  ).llm_configs[0]!.engine_kwargs;

import { offloadArguments } from "../../../lib/kubernetes/serving/kv-offload";

describe("offloadArguments", () => {
  it.each([
    [
      { engine: "leader-worker-set", kvOffloadGiB: 200, gpus: 8 },
      { kv_offloading_size: 200, kv_offloading_backend: "native" },
    ],
    // of each rank, in GB: 200 GiB are 214.7 GB
    [
      { engine: "sglang", kvOffloadGiB: 200, gpus: 8 },
      { enable_hierarchical_cache: true, hicache_size: 26 },
    ],
    [{ engine: "ray", kvOffloadGiB: null, gpus: 8 }, {}],
  ] as const)("of %j are %j", (model, expected) => {
    expect(offloadArguments(model)).toEqual(expected);
  });
});

describe("engine arguments", () => {
  it("follow from the precision, which the engine would otherwise not hear of", () => {
    expect(engine({ precision: "bf16" })).toMatchObject({ dtype: "bfloat16" });
    expect(engine({ precision: "fp8" })).toMatchObject({ quantization: "fp8" });
    expect(engine({ precision: "int4" })).not.toHaveProperty("quantization");
  });

  it("ask GPUs without BF16 for FP16", () => {
    expect(engine({ of: poolOf("g4dn.12xlarge") })).toMatchObject({ dtype: "float16" });
  });

  it("are the user's where both say something", () => {
    const given = { quantization: "compressed-tensors", trust_remote_code: true };
    expect(engine({ precision: "fp8", engineArguments: given })).toMatchObject(given);
  });
});

describe("checkEngineArguments", () => {
  const messages = (given: Parameters<typeof checkEngineArguments>[2]) => {
    const problems = new Problems();
    checkEngineArguments(problems, "engineArguments", given);
    return problems.all.map(({ message }) => message);
  };

  it("takes what vLLM takes, and what is not known", () => {
    expect(
      messages({
        trust_remote_code: true,
        enable_auto_tool_choice: true,
        tool_call_parser: "kimi_k2",
        gpu_memory_utilization: 1,
        max_num_seqs: 1,
        speculative_config: '{"method": "ngram", "num_speculative_tokens": 3}',
        an_argument_of_tomorrow: 3,
      }),
    ).toEqual([]);
  });

  it.each<[Parameters<typeof checkEngineArguments>[2], string]>([
    [{ trust_remote_code: "true" }, 'engineArguments.trust_remote_code must be true or false, got "true"'],
    [
      { gpu_memory_utilization: 90 },
      "engineArguments.gpu_memory_utilization must be a number above 0 and up to 1, got 90",
    ],
    [{ max_num_seqs: 0 }, "engineArguments.max_num_seqs must be a whole number of at least 1, got 0"],
    [{ seed: "abc" }, 'engineArguments.seed must be a whole number, got "abc"'],
    [{ block_size: 7 }, "engineArguments.block_size must be one of 1, 8, 16, 32, 64, 128, 256, got 7"],
    [{ kv_cache_dtype: 8 }, "engineArguments.kv_cache_dtype must be a text, got 8"],
    [{ speculative_config: "ngram" }, 'engineArguments.speculative_config must be an object as JSON text, got "ngram"'],
    [
      { enable_auto_tool_choice: true },
      'engineArguments.tool_call_parser is required with enable_auto_tool_choice, or vLLM does not start; give the parser of the model, such as "hermes"',
    ],
    [
      { data_parallel_size: 4 },
      "engineArguments.data_parallel_size 4 takes GPUs that the pods of a replica do not have; leave it out and use replicas, each of which is a copy of the model, or dataParallel",
    ],
  ])("refuses %j", (given, message) => {
    expect(messages(given)).toEqual([message]);
  });
});

describe("engineOptions", () => {
  it("leaves objects to Ray as objects", () => {
    const given = { speculative_config: '{"method": "ngram"}' };
    expect(engine({ engineArguments: given })).toMatchObject({ speculative_config: { method: "ngram" } });
  });

  it("keeps JSON one word of the command line", () => {
    expect(engineOptions({ speculative_config: '{"method": "ngram"}' })).toEqual([
      `--speculative-config '{"method": "ngram"}'`,
    ]);
  });
});
