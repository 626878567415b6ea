import rows from "../data/serving-recipes.json";
import { NamedTable } from "../named-table";
import type { Sourced } from "../types";

/** What an inference engine is told to serve a model, as its publisher or vLLM's recipes say. */
export interface ServingRecipe extends Sourced {
  /** Name of the model in the catalog. */
  readonly name: string;
  /** Class that its config.json names; null where no weights are published. */
  readonly architecture: string | null;
  /** Arguments of vLLM without which the recipe does not start it. */
  readonly arguments: Readonly<Record<string, string | number | boolean>>;
  /** vLLM's parsers of the recipe. */
  readonly toolParser: string | null;
  readonly reasoningParser: string | null;
  /** Most GPUs that a layer of the FP8 checkpoint divides over without expert parallelism; null where no block of weights limits it. */
  readonly fp8TensorParallel: number | null;
  /** Format that all published weights have; engines start with no other. @default - there are weights in several */
  readonly quantization?: string;
}

const table = new NamedTable<ServingRecipe>("servingRecipe", rows as unknown as readonly ServingRecipe[]);

/** The recipe of a model of the catalog; undefined for a model of your own. */
export function findServingRecipe(model: string): ServingRecipe | undefined {
  return table.find(model);
}

/** All recipes. */
export function servingRecipes(): readonly ServingRecipe[] {
  return table.rows;
}
