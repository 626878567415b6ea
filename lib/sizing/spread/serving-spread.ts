import type { Accelerator } from "../../catalog/types";
import type { ModelArchitecture } from "../../model/model";
import type { WeightPrecision } from "../memory/model-memory";
import { type EngineOptions, type ServingFigure, servingFamily } from "./families";
import { publishedSpread, type Spread } from "./published-spread";

/** What published figures of the family differ by; those of engines with default options besides those of tuned ones. */
export function servingSpread(
  figure: ServingFigure,
  model: ModelArchitecture,
  accelerator: Accelerator,
  precision: WeightPrecision,
  options: EngineOptions = "tuned",
): Spread {
  const of = (each: EngineOptions) => publishedSpread(servingFamily(figure, model, accelerator, precision, each));
  const tuned = of("tuned");
  if (options === "tuned") return tuned;
  const byDefault = of("default");
  return { ...byDefault, low: Math.min(tuned.low, byDefault.low), high: Math.max(tuned.high, byDefault.high) };
}
