import { modelArchitecture } from "../../../../lib/catalog/models";
import { Problems } from "../../../../lib/errors";
import { checkServing } from "../../../../lib/kubernetes/serving/checks/check-serving";
import { leaderWorkerSet } from "../../../../lib/kubernetes/serving/leader-worker-set";
import { llmApplication } from "../../../../lib/kubernetes/serving/llm-serving";
import { SGLANG_IMAGE } from "../../../../lib/kubernetes/serving/sglang-engine";
import type { ServedModel } from "../../../../lib/kubernetes/workloads";
import { poolOf } from "../../pools";
import { modelOf } from "../../samples";

const h200 = poolOf("p5en.48xlarge", { name: "h200", nodes: { min: 0, max: 16 } });

const problemsOf = (model: ServedModel) => {
  const problems = new Problems();
  checkServing(problems, [model], { queues: [], monitored: true, publicGateway: false });
  return problems.all.map(({ message }) => message);
};

function ofRay(model: ServedModel): Readonly<Record<string, unknown>> {
  return (llmApplication(model).args as { llm_configs: { engine_kwargs: Record<string, unknown> }[] }).llm_configs[0]!
    .engine_kwargs;
}

/** The leader's container. */
function leader(model: ServedModel) {
  const [set] = leaderWorkerSet(model);
  // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
  return (set!.spec as any).leaderWorkerTemplate.leaderTemplate.spec.containers[0];
}

describe("checkEngine", () => {
  const coder = modelArchitecture("qwen3-coder-480b-a35b");
  const kimi = modelArchitecture("kimi-k2");
  const base = { of: h200, lora: null, replicas: { min: 1, max: 1 } };
  it.each<[string, Partial<ServedModel>, string]>([
    [
      "an argument with a typing error",
      { engineArguments: { enable_prefix_cacheing: true } },
      "serving[0].engineArguments.enable_prefix_cacheing is not an argument of vllm 0.11.0 of image rayproject/ray-llm:2.52.0-py311-cu128; the nearest is enable_prefix_caching",
    ],
    [
      "an argument that the other engine has",
      { engine: "sglang", image: SGLANG_IMAGE, engineArguments: { enable_expert_parallel: true } },
      "serving[0].engineArguments.enable_expert_parallel is not an argument of sglang 0.5.18 of image lmsysorg/sglang:v0.5.18-cu130; the nearest is",
    ],
    [
      "a parser of a later vLLM",
      { engineArguments: { tool_call_parser: "minimax_m2", enable_auto_tool_choice: true } },
      'serving[0].engineArguments.tool_call_parser "minimax_m2" is not a parser of vllm 0.11.0',
    ],
    [
      "a parser that SGLang calls otherwise",
      { engine: "sglang", image: SGLANG_IMAGE, engineArguments: { tool_call_parser: "deepseek_v3" } },
      'use "deepseekv3"',
    ],
    [
      "a reasoning parser of another name",
      { engineArguments: { reasoning_parser: "deepseek-r1" } },
      'use "deepseek_r1"',
    ],
    [
      "a parser that nothing calls",
      { engineArguments: { tool_call_parser: "hermes" } },
      "serving[0].engineArguments.tool_call_parser has no effect without enable_auto_tool_choice: true; add that, or leave it out",
    ],
    [
      "a format of weights that is none",
      { engineArguments: { quantization: "fp16" } },
      'serving[0].engineArguments.quantization "fp16" is not a quantization format of vllm 0.11.0 of image rayproject/ray-llm:2.52.0-py311-cu128, which has awq, ',
    ],
    [
      "a way to load that is none",
      { engineArguments: { load_format: "safetensor" } },
      'mistral, npcache, pt, runai_streamer, runai_streamer_sharded, safetensors, sharded_state, tensorizer; use "safetensors"',
    ],
    [
      "a way to load that the other engine has",
      { engine: "sglang", image: SGLANG_IMAGE, engineArguments: { load_format: "tensorizer" } },
      'serving[0].engineArguments.load_format "tensorizer" is not a load format of sglang 0.5.18',
    ],
    [
      "a format of the cache that this release does not have",
      { engineArguments: { kv_cache_dtype: "nvfp4" } },
      'serving[0].engineArguments.kv_cache_dtype "nvfp4" is not a KV cache format of vllm 0.11.0',
    ],
    [
      "a format of the cache that no release has",
      {
        image: "rayproject/ray-llm:2.60.0-py312-cu130",
        rayVersion: "2.60.0",
        engineArguments: { kv_cache_dtype: "fp9" },
      },
      'serving[0].engineArguments.kv_cache_dtype is not a KV cache format, got "fp9"; use "fp8", or leave it out',
    ],
    [
      "more sequences than vLLM's usual step has tokens",
      { engineArguments: { max_num_seqs: 20_000 } },
      "serving[0].engineArguments.max_num_seqs must be at most 8192 without max_num_batched_tokens, got 20000; give max_num_batched_tokens: 20000",
    ],
    [
      "n-grams without their number",
      { engineArguments: { speculative_config: '{"method": "ngram"}' } },
      'serving[0].engineArguments.speculative_config must have "num_speculative_tokens" with "ngram", or vLLM does not start; add it',
    ],
    [
      "a draft model on a hub that servers do not ask",
      { engineArguments: { speculative_config: '{"model": "meta/draft", "num_speculative_tokens": 3}' } },
      'serving[0].engineArguments.speculative_config.model "meta/draft" is a name on the Hugging Face hub, which servers do not ask (HF_HUB_OFFLINE=1); copy it to a mount and give its path, or set env { HF_HUB_OFFLINE: "0" }',
    ],
    [
      "a tokenizer on a hub that servers do not ask",
      { engine: "sglang", image: SGLANG_IMAGE, engineArguments: { tokenizer_path: "meta/llama" } },
      'serving[0].engineArguments.tokenizer_path "meta/llama" is a name on the Hugging Face hub',
    ],
    [
      "a template on no mount",
      { engineArguments: { chat_template: "/templates/tools.jinja" } },
      'serving[0].engineArguments.chat_template "/templates/tools.jinja" is on no mount, and image "rayproject/ray-llm:2.52.0-py311-cu128" holds no such file',
    ],
    [
      "a share of the memory in which the weights find no room",
      { engineArguments: { gpu_memory_utilization: 0.1 } },
      "serving[0] needs 15.0 GiB of weights and 2.0 GiB for one request of 16384 tokens on each GPU, but H200-SXM-141GB has 14.",
    ],
    [
      "FP8 of weights that are published as MXFP4 alone",
      { architecture: modelArchitecture("gpt-oss-120b"), precision: "fp8" },
      'serving[0].precision "fp8" is another format than mxfp4, in which all weights of gpt-oss-120b are published: the engine would not start; use "fp4"',
    ],
    [
      "an image of vLLM for SGLang",
      { engine: "sglang", image: "vllm/vllm-openai:v0.11.0" },
      'serving[0].image vllm/vllm-openai:v0.11.0 holds another engine than "sglang"; use an lmsysorg/sglang image with its version, or the engine of the image',
    ],
    [
      "an image of SGLang for vLLM",
      { engine: "leader-worker-set", image: SGLANG_IMAGE },
      'serving[0].image lmsysorg/sglang:v0.5.18-cu130 holds another engine than "leader-worker-set"; use a vllm/vllm-openai image with its version, or the engine of the image',
    ],
    [
      "blocks of FP8 weights that eight GPUs would cut",
      { architecture: coder, precision: "fp8", tensorParallel: 8, maxModelLength: 8192 },
      "serving[0].tensorParallel must be 4 or less for the FP8 weights of qwen3-coder-480b-a35b, whose blocks of 128 do not divide further, got 8; use 4, or engineArguments { enable_expert_parallel: true }, which keeps experts whole",
    ],
    [
      "blocks of FP8 weights of qwen3-30b-a3b",
      { architecture: modelArchitecture("qwen3-30b-a3b"), precision: "fp8", tensorParallel: 4, maxModelLength: 8192 },
      "serving[0].tensorParallel must be 2 or less for the FP8 weights of qwen3-30b-a3b, whose blocks of 128 do not divide further, got 4; use 2, or engineArguments",
    ],
    [
      "blocks of FP8 weights of minimax-m2",
      { architecture: modelArchitecture("minimax-m2"), precision: "fp8", tensorParallel: 8, maxModelLength: 8192 },
      "serving[0].tensorParallel must be 4 or less for the FP8 weights of minimax-m2, whose blocks of 128 do not divide further, got 8; use 4, or engineArguments",
    ],
    [
      "blocks of FP8 weights of a shared expert, which no expert parallelism keeps whole",
      {
        architecture: modelArchitecture("qwen3-next-80b-a3b"),
        precision: "fp8",
        tensorParallel: 8,
        maxModelLength: 8192,
        engineArguments: { enable_expert_parallel: true },
      },
      "serving[0].tensorParallel must be 4 or less for the FP8 weights of qwen3-next-80b-a3b, whose blocks of 128 do not divide further, got 8; use 4",
    ],
    [
      "an image of SGLang for Ray",
      { image: SGLANG_IMAGE },
      'serving[0].image lmsysorg/sglang:v0.5.18-cu130 holds another engine than "ray"; use a rayproject/ray-llm image, or the engine of the image',
    ],
    [
      "a port that no probe asks",
      { engineArguments: { port: 9000 } },
      "serving[0].engineArguments.port is set by the pods, probes and the Service of the model; leave it out",
    ],
    [
      "data parallelism of SGLang without the GPUs for it",
      { engine: "sglang", image: SGLANG_IMAGE, engineArguments: { dp_size: 4 } },
      "serving[0].engineArguments.dp_size 4 takes GPUs that the pods of a replica do not have",
    ],
    [
      "zero replicas of SGLang",
      { engine: "sglang", image: SGLANG_IMAGE, replicas: { min: 0, max: 1 } },
      'serving[0].replicas.min must be at least 1 with engine "sglang", got 0',
    ],
    [
      "adapters on SGLang",
      { engine: "sglang", image: SGLANG_IMAGE, lora: { adapters: "s3://b/a", maxAdapters: 1, maxRank: 8 } },
      'serving[0].lora needs engine "ray"',
    ],
    [
      "a length beyond SGLang's share of the memory",
      { engine: "sglang", image: SGLANG_IMAGE, engineArguments: { mem_fraction_static: 85 } },
      "serving[0].engineArguments.mem_fraction_static must be a number above 0 and up to 1, got 85",
    ],
  ])("refuses %s", (_, over, message) => {
    const got = problemsOf(modelOf({ ...base, ...over }));
    expect(got.filter((one) => one.includes(message))).toHaveLength(1);
  });

  it("lets ranks that hold whole experts divide the rest of FP8 weights as they like", () => {
    const ranks = { dataParallel: 2, tensorParallel: 8, precision: "fp8", maxModelLength: 8192 } as const;
    const got = problemsOf(modelOf({ ...base, ...ranks, architecture: coder }));
    expect(got.filter((one) => /blocks of 128/.test(one))).toEqual([]);
  });

  it("lets the user turn the recipe's arguments off", () => {
    const off = { trust_remote_code: false };
    expect(ofRay(modelOf({ ...base, architecture: kimi, engineArguments: off }))).toMatchObject(off);
    const image = { engine: "sglang", image: SGLANG_IMAGE } as const;
    expect(leader(modelOf({ ...base, ...image, architecture: kimi, engineArguments: off })).command[2]).not.toContain(
      "trust",
    );
  });

  it("takes files on mounts, of the image and beside the weights, and hubs that servers may ask", () => {
    const volumes = [{ name: "fsx", mountPath: "/fsx", readOnly: false, source: { claim: "fsx", identity: "fsx" } }];
    const given: ServedModel["engineArguments"][] = [
      { chat_template: "/fsx/tools.jinja", tokenizer: "/weights/llama" },
      { max_num_seqs: 20_000, max_num_batched_tokens: 20_000 },
      { chat_template: "/vllm-workspace/examples/tool_chat_template_hermes.jinja" },
      { speculative_config: '{"method": "ngram", "model": "[ngram]", "num_speculative_tokens": 3}' },
    ];
    expect(given.flatMap((engineArguments) => problemsOf(modelOf({ ...base, volumes, engineArguments })))).toEqual([]);
    const asks = { env: [{ name: "HF_HUB_OFFLINE", value: "0" }], engineArguments: { tokenizer: "meta/llama" } };
    expect(problemsOf(modelOf({ ...base, ...asks }))).toEqual([]);
  });

  it("takes what SGLang's own list has", () => {
    const given = {
      tool_call_parser: "hermes",
      quantization: "w8a8_fp8",
      kv_cache_dtype: "mxfp8",
      load_format: "layered",
    };
    const got = problemsOf(modelOf({ ...base, engine: "sglang", image: SGLANG_IMAGE, engineArguments: given }));
    expect(got).toEqual([]);
  });

  it("says nothing of the arguments of an image that it does not know", () => {
    const given = {
      an_argument_of_tomorrow: 1,
      quantization: "tomorrow",
      kv_cache_dtype: "fp4_mx_block16",
      load_format: "tomorrow",
    };
    expect(
      problemsOf(
        modelOf({
          ...base,
          image: "rayproject/ray-llm:2.60.0-py312-cu130",
          rayVersion: "2.60.0",
          engineArguments: given,
        }),
      ),
    ).toEqual([]);
  });
});

describe("SGLang in groups of pods", () => {
  const sglang = (over: Partial<ServedModel> = {}) =>
    modelOf({ of: h200, lora: null, engine: "sglang", image: SGLANG_IMAGE, tensorParallel: 8, ...over });

  it("is told its sizes, its precision and its port", () => {
    expect(leader(sglang()).command[2]).toMatch(
      /^exec python3 -m sglang\.launch_server --model-path \/weights\/\S+ --served-model-name llama-3\.1-8b --host 0\.0\.0\.0 --port 8000 --tp-size 8 --pp-size 1 --context-length 16384 --enable-metrics --dtype bfloat16$/,
    );
  });

  it("joins over nodes by the group's own names", () => {
    expect(leader(sglang({ pipelineParallel: 2 })).command[2]).toContain(
      " --nnodes $LWS_GROUP_SIZE --node-rank $LWS_WORKER_INDEX --dist-init-addr $LWS_LEADER_ADDRESS:20000",
    );
  });

  it("asks for the key of the Secret, which no manifest holds", () => {
    const container = leader(sglang({ apiKey: { secret: "llm", key: "api-key" } }));
    expect(container.command[2]).toContain(' --api-key "$SGLANG_API_KEY"');
    expect(container.env).toContainEqual({
      name: "SGLANG_API_KEY",
      valueFrom: { secretKeyRef: { name: "llm", key: "api-key" } },
    });
  });

  it("follows its own metrics", () => {
    const objects = leaderWorkerSet(sglang({ replicas: { min: 1, max: 4 }, targetTimeToFirstTokenSeconds: 0.5 }));
    const scaled = JSON.stringify(objects.find(({ kind }) => kind === "ScaledObject"));
    expect(scaled).toContain("sglang:num_queue_reqs");
    expect(scaled).toContain("sglang:time_to_first_token_seconds_bucket");
    expect(scaled).not.toContain("vllm:");
  });
});
