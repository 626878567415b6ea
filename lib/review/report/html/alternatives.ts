import type { Range } from "../../../sizing/inputs/range";
import { about, counted, durationOfDays, rangeOf, usd } from "../../../units/quantity";
import type { Design } from "../../design";
import { replicaSize } from "../../figures/serving/serving";
import type { Review } from "../../review";
import { isMet, type Met, targetsOf } from "../targets";
import { escaped, worded } from "./markup";
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

const OBJECTIVE: Readonly<Record<Met, string>> = {
  met: "met",
  borderline: "met at the expected value only",
  missed: "missed",
};

/** Independent tasks as a ranking puts them; a dash without any. */
const taskText = (batch: Review["figures"]["batch"]): string =>
  batch === null ? "-" : `${counted(batch.tasks, "tasks")} of ${counted(batch.gpus / batch.tasks, "GPUs")}`;

/** The reviewed design in the words of the others. */
function own(design: Design, review: Review): Alternative {
  const { workPool } = design;
  const { run, training, batch, serving, cost } = review.figures;
  const met = targetsOf(design, review)
    .filter(({ isObjective }) => isObjective)
    .map(isMet);
  const worst = (["missed", "borderline", "met"] as const).find((one) => met.includes(one));
  const nodes = workPool === null ? "" : `: ${workPool.pool.nodes.max} x ${workPool.pool.instanceType}`;
  return {
    design: `this design${nodes}`,
    days: run?.days ?? null,
    usd: run?.usd ?? null,
    usdPerHour: cost.usdPerHour,
    objective: worst === undefined ? "none given" : OBJECTIVE[worst],
    layout: training?.layout ?? (serving?.fits ? `replicas of ${replicaSize(serving)}` : taskText(batch)),
  };
}

const runHead = ({ workload }: Design): string[] =>
  workload?.kind === "batch" ? ["Time for all tasks", "Cost of all tasks"] : ["Time to train", "Cost to train"];

/** Other designs for the workload below the reviewed one, the best first. */
export function alternativesTable(design: Design, review: Review, others: readonly Alternative[]): string {
  if (others.length === 0) return "";
  const all = [own(design, review), ...others];
  const isRun = all.some((one) => one.days !== null);
  const head = ["Design", ...(isRun ? runHead(design) : []), "USD/h", "Objective", "Layout"];
  const rows = all.map((one) =>
    [
      one.design,
      ...(isRun ? [one.days ? rangeOf(one.days, durationOfDays) : "-", one.usd ? rangeOf(one.usd, usd) : "-"] : []),
      about(one.usdPerHour),
      one.objective,
      one.layout,
    ].map(escaped),
  );
  const intro =
    "The best design of each instance type and purchase option for the same workload, ranked as by `warpform plan`: designs that meet the objective first, then by cost. Costs of alternatives include nodes and shared storage only.";
  return `<p>${worded(intro)}</p>${table(head, rows, [isRun ? 3 : 1])}`;
}
