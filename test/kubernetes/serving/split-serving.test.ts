import { modelArchitecture } from "../../../lib/catalog/models";
import { Problems } from "../../../lib/errors";
import { checkServing } from "../../../lib/kubernetes/serving/checks/check-serving";
import { llmApplication, llmService } from "../../../lib/kubernetes/serving/llm-serving";
import { weightsPerGpu } from "../../../lib/kubernetes/serving/serving-memory";
import type { ServedModel } from "../../../lib/kubernetes/workloads";
import { poolOf } from "../pools";
import { modelOf } from "../samples";

const h200 = poolOf("p5en.48xlarge", { name: "h200", fabric: "fabric", nodes: { min: 0, max: 4 } });
const EFA_IMAGE = "registry.example/ray-llm-efa:2.52.0";
const split = (over: Partial<ServedModel> = {}) =>
  modelOf({ of: h200, lora: null, image: EFA_IMAGE, replicas: { min: 1, max: 2 }, ...over });
const prefilled = (over: Partial<ServedModel> = {}) =>
  split({ tensorParallel: 4, prefillReplicas: { min: 1, max: 3 }, ...over });
const ranked = (over: Partial<ServedModel> = {}) =>
  split({
    architecture: modelArchitecture("deepseek-v3"),
    precision: "fp8",
    maxModelLength: 8192,
    dataParallel: 16,
    replicas: { min: 1, max: 1 },
    ...over,
  });

const problemsOf = (model: ServedModel) => {
  const problems = new Problems();
  checkServing(problems, [model], { queues: [], monitored: true, publicGateway: false });
  return problems.all.map(({ message }) => message);
};
// biome-ignore lint/suspicious/noExplicitAny: what Ray reads is checked by Ray's models
const argsOf = (model: ServedModel) => llmApplication(model).args as any;
// biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
const workersOf = (model: ServedModel) => (llmService(model)[0]!.spec as any).rayClusterConfig.workerGroupSpecs[0];

describe("prefill by replicas of its own", () => {
  it("is Ray's builder with two deployments that hand the cache over by the fabric", () => {
    expect(llmApplication(prefilled()).import_path).toBe("ray.serve.llm:build_pd_openai_app");
    const { prefill_config: prefill, decode_config: decode } = argsOf(prefilled());
    expect(prefill.deployment_config.autoscaling_config).toMatchObject({ min_replicas: 1, max_replicas: 3 });
    expect(decode.deployment_config.autoscaling_config).toMatchObject({ min_replicas: 1, max_replicas: 2 });
    for (const { engine_kwargs } of [prefill, decode])
      expect(engine_kwargs.kv_transfer_config).toEqual({
        kv_connector: "NixlConnector",
        kv_role: "kv_both",
        kv_connector_extra_config: { backends: ["LIBFABRIC"] },
      });
    expect(prefill.model_loading_config).toEqual(decode.model_loading_config);
  });

  it("has workers for all replicas", () => {
    expect(workersOf(prefilled())).toMatchObject({ minReplicas: 2, maxReplicas: 5 });
  });

  it("leaves the transfer to the user who says it", () => {
    const given = '{"kv_connector": "LMCacheConnectorV1", "kv_role": "kv_both"}';
    const { decode_config } = argsOf(prefilled({ engineArguments: { kv_transfer_config: given } }));
    expect(decode_config.engine_kwargs.kv_transfer_config).toEqual(JSON.parse(given));
  });

  it("uses NIXL's own backend without a fabric", () => {
    const { decode_config } = argsOf(prefilled({ of: poolOf("p5en.48xlarge") }));
    expect(decode_config.engine_kwargs.kv_transfer_config).toEqual({
      kv_connector: "NixlConnector",
      kv_role: "kv_both",
    });
  });
});

describe("ranks of a mixture of experts", () => {
  it("are Ray's builder with as many ranks of a node as fit, in a number that does not change", () => {
    expect(llmApplication(ranked()).import_path).toBe("ray.serve.llm:build_dp_openai_app");
    const { llm_config: config } = argsOf(ranked());
    expect(config.engine_kwargs).toMatchObject({ data_parallel_size: 16, enable_expert_parallel: true });
    expect(config.experimental_configs).toEqual({ dp_size_per_node: 8 });
    expect(config.deployment_config).not.toHaveProperty("autoscaling_config");
    expect(workersOf(ranked())).toMatchObject({ minReplicas: 2, maxReplicas: 2 });
  });

  it("each have all weights but the experts, which they share", () => {
    const all = weightsPerGpu(ranked({ dataParallel: 1 }));
    const shared = weightsPerGpu(ranked());
    expect(shared).toBeGreaterThan(all / 16);
    // 671 B parameters, of which 654 B are experts: https://arxiv.org/abs/2412.19437
    expect(shared / 1e9).toBeCloseTo(17.9 + 654 / 16, -1);
  });

  it("fit two nodes of H200", () => {
    expect(problemsOf(ranked())).toEqual([]);
  });
});

describe("checkSplit", () => {
  it.each<[string, ServedModel, string]>([
    ["both", ranked({ prefillReplicas: { min: 1, max: 1 } }), "which Ray's builders do not join; keep one"],
    [
      "prefill without Ray",
      prefilled({ engine: "leader-worker-set", image: "vllm/vllm-openai:v0.11.0" }),
      'serving[0].prefillReplicas is built by Ray Serve, got engine "leader-worker-set"; leave out engine, or serving[0].prefillReplicas',
    ],
    [
      "ranks without Ray",
      ranked({ engine: "sglang", image: "registry.example/sglang:1" }),
      'serving[0].dataParallel is built by Ray Serve, got engine "sglang"',
    ],
    [
      "a Ray without the builders",
      prefilled({ rayVersion: "2.49.0" }),
      "serving[0].prefillReplicas needs Ray 2.52 or newer, got rayVersion 2.49.0",
    ],
    [
      "adapters",
      prefilled({ lora: { adapters: "s3://b/a", maxAdapters: 1, maxRank: 8 } }),
      "serving[0].prefillReplicas and lora exclude each other",
    ],
    [
      "no replica that prefills",
      prefilled({ prefillReplicas: { min: 0, max: 1 } }),
      "serving[0].prefillReplicas.min must be a whole number from 1",
    ],
    [
      "fewest above most",
      prefilled({ prefillReplicas: { min: 2, max: 1 } }),
      "serving[0].prefillReplicas.min must be at most max 1, got 2; use 1",
    ],
    [
      "more GPUs than the pool has, together",
      prefilled({ prefillReplicas: { min: 1, max: 7 } }),
      'serving[0] takes 36 GPUs with replicas.max 2 and prefillReplicas.max 7, but pool "h200" has 32; lower one of them or raise nodes.max',
    ],
    [
      "an image without the fabric's software",
      prefilled({ image: "rayproject/ray-llm:2.52.0-py311-cu128" }),
      "has no EFA software",
    ],
    [
      "a dense model",
      ranked({ architecture: modelArchitecture("llama-3.1-8b"), precision: "bf16" }),
      "serving[0].dataParallel divides the experts of a mixture over all ranks, and llama-3.1-8b is dense; leave it out and use replicas",
    ],
    [
      "groups of layers",
      ranked({ pipelineParallel: 2 }),
      "serving[0].dataParallel and pipelineParallel exclude each other",
    ],
    [
      "several groups of ranks",
      ranked({ replicas: { min: 1, max: 2 } }),
      "serving[0].replicas must be 1 to 1 with dataParallel",
    ],
    ["a router", ranked({ routing: "prefix-aware" }), 'serving[0].routing "prefix-aware" knows no ranks; leave it out'],
    [
      "a part of a node beyond the first",
      ranked({ dataParallel: 12 }),
      "serving[0] takes 12 GPUs per replica, which is more than a node and not whole nodes of 8",
    ],
    [
      "half a rank",
      ranked({ dataParallel: 1.5 }),
      "serving[0].dataParallel must be a whole number of ranks from 1 to 1024",
    ],
  ])("refuses %s", (_, model, message) => {
    expect(problemsOf(model).filter((one) => one.includes(message))).toHaveLength(1);
  });
});
