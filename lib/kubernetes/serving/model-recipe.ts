import { findServingRecipe } from "../../catalog/serving/serving-recipes";
import type { EngineArguments } from "./engine-arguments";
import type { ServingEngine } from "./serving-engine";

/** Recipes are vLLM's; what SGLang calls by the same name and needs too. */
const OF_SGLANG = ["trust_remote_code"];

/** Arguments without which the published recipe of a model does not start it; none for a model of your own. */
export function recipeArguments({
  engine,
  architecture,
}: {
  readonly engine: ServingEngine;
  readonly architecture: { readonly name: string };
}): EngineArguments {
  const given = findServingRecipe(architecture.name)?.arguments ?? {};
  if (engine !== "sglang") return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => OF_SGLANG.includes(name)));
}
