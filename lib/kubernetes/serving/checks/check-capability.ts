import { engineOfImage, type ServingEngineRelease } from "../../../catalog/serving/serving-engines";
import { findServingRecipe } from "../../../catalog/serving/serving-recipes";
import type { Problems } from "../../../errors";
import type { LlmServingProps } from "../llm-serving";

/** Where a format is asked for, and by what. */
type Asked = readonly [prop: string, value: string, format: string];

/** 4-bit floating point whose kind the weights' own configuration says: all kinds need the same. */
const FP4 = "mxfp4";

/** The format of weights that the engine will compute with. */
function weights({ precision, engineArguments, architecture }: LlmServingProps): Asked | undefined {
  const { quantization } = engineArguments;
  if (typeof quantization === "string") return ["engineArguments.quantization", quantization, quantization];
  const published = findServingRecipe(architecture.name)?.quantization;
  if (published !== undefined) return ["model", architecture.name, published];
  if (precision === "fp8") return ["precision", precision, "fp8"];
  return precision === "fp4" ? ["precision", precision, FP4] : undefined;
}

function cache({ engineArguments: { kv_cache_dtype: format }, env }: LlmServingProps): Asked | undefined {
  // whoever names the attention knows what it takes
  if (env.some(({ name }) => name === "VLLM_ATTENTION_BACKEND")) return undefined;
  return typeof format === "string" ? ["engineArguments.kv_cache_dtype", format, format] : undefined;
}

/** Compute capabilities are no decimals: 10.0 is above 9.0. */
function isBelow(own: string, least: string): boolean {
  const [a = 0, b = 0] = own.split(".").map(Number);
  const [major = 0, minor = 0] = least.split(".").map(Number);
  return a < major || (a === major && b < minor);
}

/** Says of a format that the GPU is too old for; the engine ends with an error while it starts. */
function checkFormat(
  problems: Problems,
  path: string,
  [{ of, image }, release]: readonly [LlmServingProps, ServingEngineRelease],
  asked: Asked | undefined,
  least: Readonly<Record<string, string>>,
): void {
  const own = of.accelerator?.computeCapability;
  const needed = asked && least[asked[2]];
  if (!own || !needed || !isBelow(own, needed)) return;
  const [prop, value, format] = asked;
  const what = value === format ? "" : `, published as ${format},`;
  const less = prop === "engineArguments.kv_cache_dtype" ? "leave it out" : "use another precision or model";
  problems.add(
    "not-allowed",
    `${path}.${prop}`,
    `${path}.${prop} "${value}"${what} needs a GPU of compute capability ${needed} or newer with ${release.name} of image ${image}, and ${of.accelerator!.name} has ${own}: the engine would not start; ${less}, or a pool of newer GPUs`,
  );
}

/** Checks that the pool's GPUs compute in the formats that are asked for, as the image's engine has them. */
export function checkCapability(problems: Problems, path: string, model: LlmServingProps): void {
  const release = engineOfImage(model.image);
  if (release === undefined) return;
  const { quantization, cache: caches } = release.capabilities;
  checkFormat(problems, path, [model, release], weights(model), quantization);
  checkFormat(problems, path, [model, release], cache(model), caches);
}
