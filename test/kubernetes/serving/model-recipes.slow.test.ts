import { modelArchitectures } from "../../../lib/catalog/models";
import { engineOfImage } from "../../../lib/catalog/serving/serving-engines";
import { findServingRecipe, servingRecipes } from "../../../lib/catalog/serving/serving-recipes";
import { Problems } from "../../../lib/errors";
import { checkServing } from "../../../lib/kubernetes/serving/checks/check-serving";
import { leaderWorkerSet } from "../../../lib/kubernetes/serving/leader-worker-set";
import { llmApplication } from "../../../lib/kubernetes/serving/llm-serving";
import type { ServingEngine } from "../../../lib/kubernetes/serving/serving-engine";
import { SGLANG_IMAGE } from "../../../lib/kubernetes/serving/sglang-engine";
import type { ServedModel } from "../../../lib/kubernetes/workloads";
import { poolOf } from "../pools";
import { modelOf } from "../samples";

const RAY_IMAGE = "rayproject/ray-llm:2.52.0-py311-cu128";
const IMAGES = { ray: RAY_IMAGE, "leader-worker-set": "vllm/vllm-openai:v0.11.0", sglang: SGLANG_IMAGE };
const EFA_IMAGE: Record<ServingEngine, string> = {
  ray: "registry.example/rayproject/ray-llm:2.52.0-efa",
  "leader-worker-set": "registry.example/vllm/vllm-openai:v0.11.0-efa",
  sglang: "registry.example/lmsysorg/sglang:v0.5.18-cu130-efa",
};
const h200 = poolOf("p5en.48xlarge", { name: "h200", fabric: "fabric", nodes: { min: 0, max: 16 } });

const problemsOf = (model: ServedModel) => {
  const problems = new Problems();
  checkServing(problems, [model], { queues: [], monitored: true, publicGateway: false });
  return problems.all.map(({ message }) => message);
};

/** A model of the catalog with the fewest GPUs that it fits into. */
function served(name: string, engine: ServingEngine): { readonly model: ServedModel; readonly wrong: string[] } {
  const architecture = modelArchitectures().find((of) => of.name === name)!;
  const sizes = [1, 2, 4, 8].flatMap((tensorParallel) => [{ tensorParallel, pipelineParallel: 1 }]);
  const spread = [2, 3, 4].map((pipelineParallel) => ({ tensorParallel: 8, pipelineParallel }));
  const tried = [...sizes, ...spread].map((size) => {
    const model = modelOf({
      ...size,
      architecture,
      engine,
      of: h200,
      lora: null,
      precision: findServingRecipe(name)?.quantization ? "fp4" : architecture.experts ? "fp8" : "bf16",
      maxModelLength: Math.min(8192, architecture.maxSequenceLength ?? 8192),
      replicas: { min: 1, max: 2 },
      image: size.pipelineParallel > 1 ? EFA_IMAGE[engine] : IMAGES[engine],
    });
    return { model, wrong: problemsOf(model) };
  });
  return tried.reduce((best, one) => (one.wrong.length < best.wrong.length ? one : best));
}

function ofRay(model: ServedModel): Readonly<Record<string, unknown>> {
  return (llmApplication(model).args as { llm_configs: { engine_kwargs: Record<string, unknown> }[] }).llm_configs[0]!
    .engine_kwargs;
}

/** Options of the command that the leader runs. */
function ofGroups(model: ServedModel): string {
  const [set] = leaderWorkerSet(model);
  // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
  return (set!.spec as any).leaderWorkerTemplate.leaderTemplate.spec.containers[0].command[2];
}

const names = modelArchitectures().map(({ name }) => name);
const published = names.filter((name) => findServingRecipe(name)?.architecture);

/** Models whose class a pinned release does not have, which is an error that says so. */
const NOT_LOADED: Readonly<Record<ServingEngine, readonly string[]>> = {
  ray: ["minimax-m2"],
  "leader-worker-set": ["minimax-m2"],
  sglang: published.filter((name) => /^(bloom|gpt-neox|jamba|mpt)/.test(name)),
};

describe("the recipes", () => {
  it("are one for each model of the catalog", () => {
    expect(servingRecipes().map(({ name }) => name)).toEqual(names);
  });

  it("name parsers that the pinned vLLM has, those of later models apart", () => {
    const release = engineOfImage(RAY_IMAGE)!;
    const missing = servingRecipes().flatMap(({ name, toolParser, reasoningParser }) => [
      ...(toolParser === null || release.toolParsers.includes(toolParser) ? [] : [`${name}: ${toolParser}`]),
      ...(reasoningParser === null || release.reasoningParsers.includes(reasoningParser)
        ? []
        : [`${name}: ${reasoningParser}`]),
    ]);
    expect(missing).toEqual(["deepseek-v3: deepseek_v3", "minimax-m2: minimax_m2", "minimax-m2: minimax_m2"]);
  });
});

describe.each<ServingEngine>(["ray", "leader-worker-set", "sglang"])("every model of the catalog on %s", (engine) => {
  it.each(published)("%s starts, or is an error that says why not", (name) => {
    const { model, wrong } = served(name, engine);
    if (NOT_LOADED[engine].includes(name)) {
      expect(wrong).toEqual([expect.stringContaining("does not load; use an image with a later release")]);
      return;
    }
    expect(wrong).toEqual([]);
    const recipe = findServingRecipe(name)!;
    const release = engineOfImage(model.image)!;
    if (engine === "ray") {
      const given = ofRay(model);
      expect(Object.keys(given).filter((argument) => !release.arguments.includes(argument))).toEqual([]);
      expect(given).toMatchObject(recipe.arguments);
      expect(given.quantization).toBe(model.precision === "fp8" ? "fp8" : undefined);
      return;
    }
    const command = ofGroups(model);
    const options = [...command.matchAll(/ --([a-z-]+)/g)].map(([, option]) => option!.replaceAll("-", "_"));
    const launching = ["model", "tensor_parallel_size", "nnodes", "node_rank", "master_addr", "ray_cluster_size"];
    const known = [...release.arguments, ...launching];
    expect(options.filter((option) => !known.includes(option))).toEqual([]);
    expect(command.includes("--trust-remote-code")).toBe(recipe.arguments.trust_remote_code === true);
    expect(command.includes("--quantization fp8")).toBe(model.precision === "fp8");
  });
});
