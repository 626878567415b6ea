import { parse } from "yaml";
import { Problems } from "../../../../lib/errors";
import { checkSystemNodes } from "../../../../lib/kubernetes/nodes/check-system-nodes";
import { checkServing } from "../../../../lib/kubernetes/serving/checks/check-serving";
import { leaderWorkerSet } from "../../../../lib/kubernetes/serving/leader-worker-set";
import { llmApplication } from "../../../../lib/kubernetes/serving/llm-serving";
import { SGLANG_IMAGE } from "../../../../lib/kubernetes/serving/sglang-engine";
import type { ServedModel } from "../../../../lib/kubernetes/workloads";
import { p5 } from "../../pools";
import { modelOf } from "../../samples";

const routed = (over: Partial<ServedModel> = {}) =>
  modelOf({
    of: p5,
    lora: null,
    engine: "leader-worker-set",
    image: "vllm/vllm-openai:v0.11.0",
    routing: "prefix-aware",
    replicas: { min: 2, max: 4 },
    ...over,
  });
const objectOf = (model: ServedModel, kind: string, name?: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: a manifest is checked by schema, not by type
  leaderWorkerSet(model).find((of) => of.kind === kind && (name === undefined || of.metadata.name === name)) as any;

describe("a model with prefix-aware routing", () => {
  it("is reached through the router's pods, and these through the picker", () => {
    const deployment = objectOf(routed(), "Deployment");
    expect(objectOf(routed(), "Service").spec.selector).toEqual(deployment.spec.template.metadata.labels);
    const picker = deployment.spec.template.spec.containers.find(({ name }: { name: string }) => name === "picker");
    expect(picker.args).toContain("--endpoint-selector=app=llama,role=leader");
    const leaders = objectOf(routed(), "LeaderWorkerSet").spec.leaderWorkerTemplate.leaderTemplate.metadata.labels;
    expect(leaders).toMatchObject({ app: "llama", role: "leader" });
    expect(deployment.spec.template.metadata.labels).not.toHaveProperty("app");
  });

  it("listens where network policies and load balancers look for servers, and answers their health check", () => {
    const { data } = objectOf(routed(), "ConfigMap");
    const [listener] = parse(data["envoy.yaml"]).static_resources.listeners;
    expect(listener.address.socket_address.port_value).toBe(8000);
    const filters = listener.filter_chains[0].filters[0].typed_config.http_filters;
    expect(filters.map(({ name }: { name: string }) => name)).toEqual([
      "envoy.filters.http.health_check",
      "envoy.filters.http.ext_proc",
      "envoy.filters.http.router",
    ]);
    expect(filters[0].typed_config.headers[0].string_match.exact).toBe("/health");
  });

  it("reads SGLang's metrics where SGLang serves", () => {
    const config = (model: ServedModel) => parse(objectOf(model, "ConfigMap").data["picker.yaml"]).plugins;
    expect(config(routed({ engine: "sglang", image: SGLANG_IMAGE }))).toContainEqual({
      type: "core-metrics-extractor",
      parameters: { defaultEngine: "sglang" },
    });
    expect(config(routed())).toContainEqual({ type: "core-metrics-extractor" });
  });

  it("asks Ray's own router on Ray", () => {
    const { llm_configs } = llmApplication(modelOf({ routing: "prefix-aware" })).args as {
      llm_configs: { deployment_config: Record<string, unknown> }[];
    };
    expect(llm_configs[0]!.deployment_config.request_router_config).toEqual({
      request_router_class: "ray.serve.llm.request_router.PrefixCacheAffinityRouter",
    });
  });

  it("has replicas to choose from", () => {
    const problems = new Problems();
    const model = routed({ replicas: { min: 1, max: 1 } });
    checkServing(problems, [model], { queues: [], monitored: true, publicGateway: false });
    expect(problems.all.map(({ message }) => message)).toEqual([
      'serving[0].routing "prefix-aware" has one replica to choose from; raise replicas.max, or leave it out',
    ]);
  });

  it("counts the routers on the system nodes", () => {
    const problems = new Problems();
    const systemNodes = { nodes: 2, instanceType: "m7i.2xlarge", cpus: 8, memoryGiB: 32 };
    const serving = Array.from({ length: 3 }, (_, i) => routed({ name: `m${i}` }));
    checkSystemNodes(problems, { rayClusters: [], fineTuning: [], serving, systemNodes });
    expect(problems.all.map(({ message }) => message)).toEqual([
      "systemNodes 2 of m7i.2xlarge leave Ray heads 8 CPUs and 32 GiB, but 0 heads (2.5 CPUs and 8.5 GiB each, one more for the upgrade of a served model) and 3 routers (3 CPUs and 6 GiB each) take 9 CPUs and 18 GiB; use systemNodes 3 or a larger systemInstanceType",
    ]);
  });
});
