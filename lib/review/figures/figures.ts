import { mapRange } from "../../sizing/inputs/range";
import type { Design } from "../design";
import { bucketContents } from "./bucket-contents";
import { type CostFigures, costFigures } from "./cost";
import { type DataFigures, dataFigures } from "./data";
import { type PowerFigures, powerFigures } from "./power";
import { type PurchaseFigures, purchaseFigures } from "./purchases";
import { type ReliabilityFigures, reliabilityFigures } from "./reliability";
import { runCost } from "./run-cost";
import type { RunFigures } from "./run-figures";
import { type ServingFigures, servingFigures, withCost } from "./serving";
import { trafficFlows } from "./traffic";
import { type TrainingFigures, trainingFigures } from "./training";

/** The numbers an architect asks for; null where the design has no such thing or the catalog no figure. */
export interface Figures {
  readonly cost: CostFigures;
  readonly training: TrainingFigures | null;
  readonly reliability: ReliabilityFigures | null;
  readonly run: RunFigures | null;
  readonly data: DataFigures | null;
  readonly serving: ServingFigures | null;
  readonly power: PowerFigures | null;
  readonly purchases: PurchaseFigures | null;
}

function runFigures(
  design: Design,
  cost: CostFigures,
  training: TrainingFigures | null,
  reliability: ReliabilityFigures | null,
): RunFigures | null {
  if (training === null || training.days === null || design.workload === null || design.workload.kind === "inference") {
    return null;
  }
  const { low, expected, high } = training.days;
  const kept = reliability?.effectiveTrainingTime ?? { low: 1, expected: 1, high: 1 };
  const days = { low: low / kept.high, expected: expected / kept.expected, high: high / kept.low };
  const { tokens } = design.workload;
  const paid = runCost(design, cost, days);
  return { days, ...paid, usdPerMillionTokens: paid.usd && mapRange(paid.usd, (usd) => (usd / tokens) * 1e6) };
}

const known = new WeakMap<Design, Figures>();

/** The design's figures, worked out once and shared by all rules that ask. */
export function figuresOf(design: Design): Figures {
  const before = known.get(design);
  if (before !== undefined) return before;
  const training = trainingFigures(design);
  const reliability = reliabilityFigures(design, training);
  const data = dataFigures(design, training);
  const cost = costFigures(design, {
    flows: trafficFlows(design, data, reliability),
    contents: bucketContents(design, data, reliability),
  });
  const run = runFigures(design, cost, training, reliability);
  const figures: Figures = {
    cost,
    training,
    reliability,
    run,
    data,
    serving: withCost(servingFigures(design), design, cost),
    power: powerFigures(design, run?.days ?? null),
    purchases: purchaseFigures(design, training?.nodes ?? null, run, reliability),
  };
  known.set(design, figures);
  return figures;
}
