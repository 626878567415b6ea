import { modelArchitectures } from "../../../lib/catalog/models";
import { engineOfImage } from "../../../lib/catalog/serving/serving-engines";
import { findServingRecipe, type ServingRecipe } from "../../../lib/catalog/serving/serving-recipes";
import { Problems } from "../../../lib/errors";
import { checkServing } from "../../../lib/kubernetes/serving/checks/check-serving";
import type { EngineArguments } from "../../../lib/kubernetes/serving/engine-arguments";
import { leaderWorkerSet } from "../../../lib/kubernetes/serving/leader-worker-set";
import type { ServedModel } from "../../../lib/kubernetes/workloads";
import { poolOf } from "../pools";
import { modelOf } from "../samples";

const IMAGE = "registry.example/vllm/vllm-openai:v0.11.0-efa";
const release = engineOfImage(IMAGE)!;
const TYPES = ["p5.48xlarge", "p5en.48xlarge", "p6-b200.48xlarge"] as const;
const mixtures = modelArchitectures().filter(
  ({ name, experts }) => experts !== null && findServingRecipe(name)?.architecture,
);

/** All that the published recipe tells vLLM, of what the release has. */
function recipeOf({ toolParser, reasoningParser, arguments: needed }: ServingRecipe): EngineArguments {
  const tools = toolParser !== null && release.toolParsers.includes(toolParser);
  const reasoning = reasoningParser !== null && release.reasoningParsers.includes(reasoningParser);
  return {
    ...needed,
    enable_expert_parallel: true,
    ...(tools ? { enable_auto_tool_choice: true, tool_call_parser: toolParser } : {}),
    ...(reasoning ? { reasoning_parser: reasoningParser } : {}),
  };
}

const wrongOf = (model: ServedModel) => {
  const problems = new Problems();
  checkServing(problems, [model], { queues: [], monitored: true, publicGateway: false });
  return problems.all.map(({ message }) => message);
};

/** The model on the fewest GPUs of a type that the checks let it start on. */
function placed(architecture: (typeof mixtures)[number], type: string): ServedModel {
  const recipe = findServingRecipe(architecture.name)!;
  const of = poolOf(type, { name: "gpus", fabric: "fabric", nodes: { min: 0, max: 8 } });
  const within = [1, 2, 4, 8].map((tensorParallel) => ({ tensorParallel, pipelineParallel: 1 }));
  const over = [2, 3, 4].map((pipelineParallel) => ({ tensorParallel: 8, pipelineParallel }));
  const tried = [...within, ...over].map((size) =>
    modelOf({
      ...size,
      of,
      architecture,
      engine: "leader-worker-set",
      image: IMAGE,
      lora: null,
      precision: recipe.quantization ? "fp4" : "fp8",
      engineArguments: recipeOf(recipe),
      maxModelLength: Math.min(16_384, architecture.maxSequenceLength ?? 16_384),
      replicas: { min: 1, max: 1 },
    }),
  );
  const model = tried.find((each) => wrongOf(each).length === 0);
  if (!model) throw new Error(`${architecture.name} fits no node of ${type}: ${wrongOf(tried.at(-1)!).join("; ")}`);
  return model;
}

describe.each(TYPES)("every mixture of experts on %s", (type) => {
  it.each(mixtures.map(({ name }) => name))("%s fits and is told its published recipe", (name) => {
    const architecture = mixtures.find((of) => of.name === name)!;
    if (!release.architectures.includes(findServingRecipe(name)!.architecture!)) {
      expect(() => placed(architecture, type)).toThrow("does not load; use an image with a later release");
      return;
    }
    const model = placed(architecture, type);
    // a second count of the weights: published parameters, bits of the format, GPUs
    const gpus = model.tensorParallel * model.pipelineParallel;
    const bytes = ((architecture.publishedParameters ?? 0) * (model.precision === "fp4" ? 4 : 8)) / 8 / gpus;
    expect(bytes).toBeLessThan(0.9 * model.of.accelerator!.memoryGiB * 2 ** 30);
    const [set] = leaderWorkerSet(model);
    // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
    const { size, leaderTemplate } = (set!.spec as any).leaderWorkerTemplate;
    const { command, resources } = leaderTemplate.spec.containers[0];
    expect(size).toBe(Math.max(1, gpus / 8));
    expect(resources.requests["nvidia.com/gpu"]).toBe(String(Math.min(8, gpus)));
    for (const [argument, value] of Object.entries(model.engineArguments))
      expect(command[2]).toContain(`--${argument.replaceAll("_", "-")}${value === true ? "" : ` ${value}`}`);
    expect(command[2].includes("--quantization fp8")).toBe(model.precision === "fp8");
  });
});

describe("mixtures of experts", () => {
  it("are all of the catalog's with published weights", () => {
    expect(mixtures.length).toBeGreaterThanOrEqual(17);
  });
});
