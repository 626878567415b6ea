import type { Range } from "../../../sizing/inputs/range";
import { about, duration, rangeOf, usd } from "../../../units/quantity";
import type { Design } from "../../design";
import type { Figures } from "../../figures/figures";
import { replicaSize } from "../../figures/serving/serving";
import { escaped } from "./markup";
import { table } from "./table";

/** Another design for the same workload, as `warpform plan` ranks them. */
export interface Alternative {
  /** In words: `16 x p5.48xlarge, on-demand`. */
  readonly design: string;
  /** Time to train, days; null for a service. */
  readonly days: Range | null;
  /** Cost to train, US dollars; null for a service. */
  readonly usd: Range | null;
  readonly usdPerHour: number;
  /** Whether it meets the deadline or the latency objective, in words. */
  readonly objective: string;
  readonly layout: string;
}

const days = (d: number) => duration(d * 86_400);

/** The reviewed design in the words of the others. */
function own({ workPool }: Design, { run, training, serving, cost }: Figures): Alternative {
  const nodes = workPool === null ? "" : `: ${workPool.pool.nodes.max} x ${workPool.pool.instanceType}`;
  return {
    design: `this design${nodes}`,
    days: run?.days ?? null,
    usd: run?.usd ?? null,
    usdPerHour: cost.usdPerHour,
    objective: "see Targets",
    layout: training?.layout ?? (serving?.fits ? `replicas of ${replicaSize(serving)}` : "-"),
  };
}

/** Other designs for the workload below the reviewed one, the best first. */
export function alternativesTable(design: Design, figures: Figures, others: readonly Alternative[]): string {
  if (others.length === 0) return "";
  const all = [own(design, figures), ...others];
  const isRun = all.some((one) => one.days !== null);
  const head = ["Design", ...(isRun ? ["Time to train", "Cost to train"] : []), "USD/h", "Objective", "Layout"];
  const rows = all.map((one) =>
    [
      one.design,
      ...(isRun ? [one.days ? rangeOf(one.days, days) : "-", one.usd ? rangeOf(one.usd, usd) : "-"] : []),
      about(one.usdPerHour),
      one.objective,
      one.layout,
    ].map(escaped),
  );
  const intro =
    "The best design of each instance type and purchase option for the same workload, as warpform plan ranks them: those that meet the objective first, then by cost. They include nodes and shared storage only.";
  return `<p>${intro}</p>${table(head, rows, [isRun ? 3 : 1])}`;
}
