import { engineOfImage, type ServingEngineRelease } from "../../../catalog/serving/serving-engines";
import { findServingRecipe } from "../../../catalog/serving/serving-recipes";
import type { Problems } from "../../../errors";
import { nearest } from "../../../units/nearest";
import type { LlmServingProps } from "../llm-serving";
import { checkCapability } from "./check-capability";
import { checkEngineConflicts } from "./check-engine-conflicts";
import { checkEngineFiles } from "./check-engine-files";

/** Checks that the image's engine is the one that is asked for, knows the model, and takes its arguments. */
export function checkEngine(problems: Problems, path: string, model: LlmServingProps): void {
  const release = engineOfImage(model.image);
  checkBlocks(problems, path, model);
  checkPublished(problems, path, model);
  checkEngineConflicts(problems, path, model);
  checkEngineFiles(problems, path, model);
  if (!checkImageEngine(problems, path, model) || release === undefined) return;
  const recipe = findServingRecipe(model.architecture.name);
  if (recipe?.architecture && !release.architectures.includes(recipe.architecture))
    problems.add(
      "not-allowed",
      `${path}.model`,
      `${path}.model "${recipe.name}" is a ${recipe.architecture}, which ${release.name} of image ${model.image} does not load; use an image with a later release, or another engine`,
    );
  checkCapability(problems, path, model);
  checkNames(problems, path, model, release);
  checkParser(problems, path, model, "tool_call_parser", release.name, release.toolParsers);
  checkParser(problems, path, model, "reasoning_parser", release.name, release.reasoningParsers);
  checkFormats(problems, path, model, release);
}

/** Arguments of which a release takes named values, and how texts call one. */
const FORMATS = [
  ["quantization", "quantization format", "quantizations"],
  ["load_format", "load format", "loadFormats"],
  ["kv_cache_dtype", "KV cache format", "cacheFormats"],
] as const;

function checkFormats(problems: Problems, path: string, model: LlmServingProps, release: ServingEngineRelease): void {
  for (const [name, words, of] of FORMATS) {
    const got = model.engineArguments[name];
    const known = release[of];
    if (typeof got !== "string" || known.includes(got)) continue;
    const near = nearest(got, known)[0];
    problems.add(
      "unknown-name",
      `${path}.engineArguments.${name}`,
      `${path}.engineArguments.${name} "${got}" is not a ${words} of ${release.name} of image ${model.image}, which has ${known.join(", ")}; ${near ? `use "${near}"` : "leave it out"}`,
    );
  }
}

/** Repositories of the engines' own images. */
const REPOSITORIES = { sglang: /(^|\/)lmsysorg\/sglang:/, vllm: /(^|\/)vllm\/vllm-openai:/, ray: /(^|\/)rayproject\// };

function checkImageEngine(problems: Problems, path: string, { engine, image }: LlmServingProps): boolean {
  // the image of vLLM has no Ray Serve; those of Ray have vLLM
  const others = { ray: ["sglang", "vllm"], "leader-worker-set": ["sglang"], sglang: ["vllm", "ray"] } as const;
  if (!others[engine].some((other) => REPOSITORIES[other].test(image))) return true;
  const right = {
    ray: "a rayproject/ray-llm image",
    "leader-worker-set": "a vllm/vllm-openai image with its version",
    sglang: "an lmsysorg/sglang image with its version",
  };
  problems.add(
    "conflict",
    `${path}.image`,
    `${path}.image ${image} holds another engine than "${engine}"; use ${right[engine]}, or the engine of the image`,
  );
  return false;
}

/** Weights that are published in one format are not read as another. @see vllm 0.11.0 vllm/config/model.py (`_verify_quantization`) */
function checkPublished(problems: Problems, path: string, model: LlmServingProps): void {
  const published = findServingRecipe(model.architecture.name)?.quantization;
  const given = model.engineArguments.quantization;
  const asked = given ?? (model.precision === "fp8" ? "fp8" : undefined);
  if (published === undefined || asked === undefined || asked === published) return;
  const at = given === undefined ? `${path}.precision` : `${path}.engineArguments.quantization`;
  problems.add(
    "conflict",
    at,
    `${at} "${asked}" is another format than ${published}, in which all weights of ${model.architecture.name} are published: the engine would not start; ${given === undefined ? 'use "fp4"' : 'leave it out, and use precision "fp4"'}`,
  );
}

/**
 * Blocks of 128 weights of an FP8 checkpoint must be whole on each GPU, unless whole experts are; shared experts are always divided.
 * @see https://github.com/vllm-project/recipes (Qwen3-235B-A22B), https://github.com/sgl-project/sglang/issues/10852
 */
function checkBlocks(problems: Problems, path: string, model: LlmServingProps): void {
  const { architecture, tensorParallel, dataParallel } = model;
  const most = findServingRecipe(architecture.name)?.fp8TensorParallel ?? null;
  if (model.precision !== "fp8" || most === null || tensorParallel <= most) return;
  const { enable_expert_parallel: whole, ep_size: experts } = model.engineArguments;
  const shared = (architecture.experts?.shared ?? 0) > 0;
  if (!shared && (whole === true || experts === tensorParallel || dataParallel > 1)) return;
  const argument = model.engine === "sglang" ? `ep_size: ${tensorParallel}` : "enable_expert_parallel: true";
  const way = shared ? "" : `, or engineArguments { ${argument} }, which keeps experts whole`;
  problems.add(
    "conflict",
    `${path}.tensorParallel`,
    `${path}.tensorParallel must be ${most} or less for the FP8 weights of ${architecture.name}, whose blocks of 128 do not divide further, got ${tensorParallel}; use ${most}${way}`,
  );
}

function checkNames(problems: Problems, path: string, model: LlmServingProps, release: ServingEngineRelease): void {
  for (const name of Object.keys(model.engineArguments)) {
    if (!/^[a-z][a-z0-9_]*$/.test(name) || release.arguments.includes(name)) continue;
    const near = nearest(name, release.arguments)[0];
    problems.add(
      "unknown-name",
      `${path}.engineArguments.${name}`,
      `${path}.engineArguments.${name} is not an argument of ${release.name} of image ${model.image}${near ? `; the nearest is ${near}` : "; leave it out"}`,
    );
  }
}

function checkParser(
  problems: Problems,
  path: string,
  { architecture, engineArguments, image }: LlmServingProps,
  name: "tool_call_parser" | "reasoning_parser",
  engine: string,
  known: readonly string[],
): void {
  const got = engineArguments[name];
  if (typeof got !== "string" || known.includes(got)) return;
  const recipe = findServingRecipe(architecture.name);
  const own = name === "tool_call_parser" ? recipe?.toolParser : recipe?.reasoningParser;
  const use = own && known.includes(own) ? own : nearest(got, known)[0];
  problems.add(
    "unknown-name",
    `${path}.engineArguments.${name}`,
    `${path}.engineArguments.${name} "${got}" is not a parser of ${engine} of image ${image}, which has ${known.join(", ")}${use ? `; use "${use}"` : ""}`,
  );
}
