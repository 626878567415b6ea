import { mapRange, type Range, range } from "../../../sizing/inputs/range";
import { about, span } from "../../../units/quantity";
import type { Design } from "../../design";
import type { Figures } from "../every-figure";
import { withWorkload } from "../marginal/marginal-choice";
import type { Sensitivity } from "./swing";

/** How far the stated load is varied: forecasts of traffic are rarely closer. */
const QUARTER = 0.25;
const VARIED = "25 % lower or higher";

/** What moves the number of replicas of a service; empty without one that meets its objectives. */
export function serviceSwings(design: Design, figures: Figures, figuresOf: (design: Design) => Figures): Sensitivity[] {
  const { workload } = design;
  const needed = figures.serving?.replicasNeeded;
  if (workload?.kind !== "inference" || !needed) return [];
  const speed = figures.serving!.tokensPerSecondPerReplica;
  /** Replicas with one number of the workload lower and higher; null where no number of replicas would do. */
  const of = (key: "requestsPerSecond" | "promptTokens" | "outputTokens"): Range | null => {
    const at = (times: number) => {
      const value = workload[key] * times;
      const changed = { [key]: key === "requestsPerSecond" ? value : Math.max(1, Math.round(value)) };
      return figuresOf(withWorkload(design, workload, changed)).serving?.replicasNeeded?.expected;
    };
    const [low, high] = [at(1 - QUARTER), at(1 + QUARTER)];
    return low === undefined || high === undefined ? null : range(low, needed.expected, high);
  };
  const load = (
    [
      ["request rate", "requestsPerSecond"],
      ["prompt length", "promptTokens"],
      ["output length", "outputTokens"],
    ] as const
  ).flatMap(([assumption, key]) => {
    const value = of(key);
    return value === null ? [] : [{ assumption, varied: VARIED, value: mapRange(value, Math.ceil) }];
  });
  const engine = speed
    ? [
        {
          assumption: "throughput per replica",
          varied: `${span(speed.low, speed.high, about)} tokens/s`,
          value: mapRange(needed, Math.ceil),
        },
      ]
    : [];
  return [{ figure: "Replicas needed", expected: needed.expected, swings: [...load, ...engine] }];
}
