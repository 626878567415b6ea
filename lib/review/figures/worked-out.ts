import { trains } from "../../model/workload";
import { exactly, mapRange } from "../../sizing/inputs/range";
import { daysInBlocks } from "../days-in-blocks";
import type { Design } from "../design";
import { type BatchFigures, batchFigures, batchOf } from "./batch";
import { bucketContents } from "./bucket-contents";
import { type CostFigures, costFigures } from "./cost";
import { batchData, dataFigures } from "./data";
import type { Figures } from "./every-figure";
import { marginalFigures } from "./marginal/marginal";
import type { MarginalFigures } from "./marginal/marginal-choice";
import { powerFigures } from "./power";
import { purchaseFigures } from "./purchases";
import { type ReliabilityFigures, reliabilityFigures } from "./reliability";
import { runCost } from "./run-cost";
import type { RunFigures } from "./run-figures";
import { fineTuningServiceFigures } from "./services/fine-tuning-service";
import { managedApiFigures } from "./services/managed-api";
import { withCost } from "./serving/cost-at-load";
import { servingFigures } from "./serving/serving";
import { daysAt } from "./spot-rework";
import { trafficFlows } from "./traffic";
import { type TrainingFigures, trainingFigures } from "./training";

function runFigures(
  design: Design,
  cost: CostFigures,
  training: TrainingFigures | null,
  reliability: ReliabilityFigures | null,
): RunFigures | null {
  if (training === null || training.days === null || !trains(design.workload)) return null;
  const days = daysInBlocks(design, daysAt(training.days, reliability?.effectiveTrainingTime ?? exactly(1)));
  const { tokens } = design.workload;
  const paid = runCost(design, cost, days);
  const usdPerMillionTokens = paid.usd && mapRange(paid.usd, (usd) => (usd / tokens) * 1e6);
  return { days, ...paid, usdPerMillionTokens, usdPerUnit: null };
}

/** Days and money of all tasks. */
function tasksFigures(design: Design, cost: CostFigures, batch: BatchFigures | null): RunFigures | null {
  const workload = batchOf(design);
  if (batch === null || workload === null) return null;
  const days = daysInBlocks(design, batch.days);
  const paid = runCost(design, cost, days);
  const usdPerUnit = paid.usd && mapRange(paid.usd, (usd) => usd / workload.units);
  return { days, ...paid, usdPerMillionTokens: null, usdPerUnit };
}

/** All figures of a design, one from the other. */
export function workedOut(design: Design): Figures {
  const training = trainingFigures(design);
  const reliability = reliabilityFigures(design, training);
  const batch = batchFigures(design);
  const data = dataFigures(design, training) ?? batchData(design, batch);
  const cost = costFigures(design, {
    flows: trafficFlows(design, data, reliability),
    contents: bucketContents(design, data, reliability),
  });
  const run = runFigures(design, cost, training, reliability) ?? tasksFigures(design, cost, batch);
  const serving = withCost(servingFigures(design), design, cost);
  let marginal: MarginalFigures | null | undefined;
  const figures: Figures = {
    cost,
    training,
    reliability,
    run,
    data,
    serving,
    batch,
    managedApi: managedApiFigures(design, serving, cost),
    fineTuningService: fineTuningServiceFigures(design, cost, run),
    power: powerFigures(design, run?.days ?? null),
    purchases: purchaseFigures(design, training, run),
    get marginal() {
      marginal = marginal === undefined ? marginalFigures(design, figures, workedOut) : marginal;
      return marginal;
    },
  };
  return figures;
}
