import { fineTuningPrices } from "../../../catalog/market/fine-tuning-prices";
import { mapRange, type Range } from "../../../sizing/inputs/range";
import { countParameters } from "../../../sizing/memory/parameters";
import type { Design } from "../../design";
import type { CostFigures } from "../cost";
import { bootUsd } from "../run-cost";
import type { RunFigures } from "../run-figures";

/** The cheapest fine-tuning service for the run's model, against the cluster. */
export interface FineTuningServiceFigures {
  readonly provider: string;
  readonly usdPerMillion: number;
  readonly pricedOn: string;
  /** What the service asks for the run's tokens. */
  readonly serviceUsd: number;
  /** What the run costs on the cluster, paid whole, with the boot of its nodes. */
  readonly ownUsd: Range;
}

/** Compares with services that fine-tune the model; null without a price of either, and for other objectives than SFT. */
export function fineTuningServiceFigures(
  design: Design,
  cost: CostFigures,
  run: RunFigures | null,
): FineTuningServiceFigures | null {
  const { workload } = design;
  if (workload?.kind !== "fine-tuning" || (workload.objective ?? "sft") !== "sft") return null;
  if (run === null || run.usd === null) return null;
  const prices = fineTuningPrices(countParameters(workload.model).total, workload.method !== "full");
  const [best] = [...prices].sort((a, b) => a.usdPerMillion - b.usdPerMillion);
  if (best === undefined) return null;
  const { provider, usdPerMillion, pricedOn } = best;
  const boot = bootUsd(design, run, cost.usdPerHour);
  const ownUsd = mapRange(run.usd, (usd) => usd + boot);
  return { provider, usdPerMillion, pricedOn, serviceUsd: (workload.tokens / 1e6) * usdPerMillion, ownUsd };
}
