import { duration, gib, usd } from "../../../units/quantity";
import type { Design } from "../../design";
import { type Part, scalingCurve } from "../../figures/training";
import type { Review } from "../../review";
import { type BarPart, bars, curve, stacked } from "./charts";

/** Parts below this share of the sum are one bar. */
const SMALL = 0.0005;

/** Parts large enough to be seen, and the rest together. */
function shown(parts: readonly Part[]): BarPart[] {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const large = parts.filter(({ value }) => value >= SMALL * total);
  const small = parts.filter(({ value }) => value < SMALL * total);
  if (small.length < 2) return [...parts];
  const rest = small.reduce((sum, { value }) => sum + value, 0);
  return [...large, { name: `${small.length} smaller items, listed under Prices`, value: rest, last: true }];
}

/** Cost, memory, time of a step and throughput as charts. */
export function charts(design: Design, review: Review): string {
  const { cost, training, serving } = review.figures;
  const priced = cost.parts.flatMap((p) => (p.usdPerHour === null ? [] : [{ name: p.name, value: p.usdPerHour }]));
  const memory = training?.fits
    ? stacked("Peak memory per GPU", training.memoryParts, { name: "limit", value: training.memoryLimitBytes }, gib)
    : serving?.fits
      ? stacked("Memory per replica", serving.memoryParts, { name: "limit", value: serving.memoryLimitBytes }, gib)
      : "";
  const points = scalingCurve(design).map(({ nodes, tokensPerSecond }) => ({ x: nodes, ...tokensPerSecond }));
  return [
    priced.length > 0 ? bars("Hourly cost by component", shown(priced), usd) : "",
    memory,
    training?.fits ? bars("Step time breakdown", training.stepParts, duration) : "",
    points.length > 1 ? curve("Throughput by node count", { x: "nodes", y: "tokens/s" }, points) : "",
  ]
    .filter((chart) => chart !== "")
    .join("");
}
