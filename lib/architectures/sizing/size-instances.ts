import { WarpformError } from "../../errors";
import type { ModelWork } from "../../model/workload";
import { count, counted, duration, rangeOf, usd } from "../../units/quantity";
import { borrowedPrice } from "./borrowed-price";
import type { Place, Purchase } from "./candidate-cluster";
import { bootText } from "./cost-from-launch";
import type { Decision } from "./decision";
import { rankDesigns } from "./rank-designs";
import type { RankedDesign, RankOptions } from "./ranked-design";
import { requireSizing } from "./require-sizing";
import { type SharingChoice, sharingInWords } from "./sharing-choice";
import { obstaclesOf } from "./why-nothing-fits";

/** Days that a run without a deadline may take; an assumption, so that "cheapest" does not mean one node for two years. */
const USUAL_DAYS = 90;

/** What the user has chosen already. */
export interface InstanceChoices extends Place {
  /** The price that is reckoned with. */
  readonly purchase: Purchase;
  readonly instanceType?: string;
  /** Nodes that the work uses, spares apart. */
  readonly nodes?: number;
  /** @default 128 */
  readonly maxNodes?: number;
  /** Fewest nodes of a service. @default 1 */
  readonly leastNodes?: number;
  /** How a service's replicas share GPUs. @default - each has whole ones */
  readonly sharing?: SharingChoice;
}

/**
 * The cheapest nodes that meet a workload's deadline or latency objective even at the slow end of the estimate (a run
 * without a deadline: 90 days).
 *
 * @throws WarpformError `incomplete-design` where none fits, naming what stands against every design, else what was tried
 */
export function sizeInstances(
  workload: ModelWork,
  choices: InstanceChoices,
): { readonly design: RankedDesign; readonly decision: Decision } {
  requireSizing("sizeInstances", workload, choices);
  const bounded =
    workload.kind === "inference" ? workload : { ...workload, deadlineDays: workload.deadlineDays ?? USUAL_DAYS };
  const options: RankOptions = {
    region: choices.region,
    cloud: choices.cloud,
    by: "cost",
    purchases: [choices.purchase],
    instanceTypes: choices.instanceType === undefined ? undefined : [choices.instanceType],
    nodes: choices.nodes,
    maxNodes: choices.maxNodes,
    leastNodes: choices.leastNodes,
    sharing: choices.sharing,
  };
  const ranked = rankDesigns(bounded, options);
  const [design] = ranked;
  if (design === undefined) throw nothingFits(workload, choices, options);
  return { design, decision: decisionOf(design, ranked, workload, choices) };
}

function decisionOf(
  design: RankedDesign,
  ranked: readonly RankedDesign[],
  workload: ModelWork,
  choices: InstanceChoices,
): Decision {
  const choice = `${design.nodes} x ${design.instanceType}`;
  const figures = `${figuresInWords(design)}${borrowedPrice(design, choices)}`;
  if (choices.instanceType !== undefined && choices.nodes !== undefined) {
    return { choice, why: `given; ${figures}` };
  }
  const objective = objectiveInWords(workload);
  const verdict = {
    yes: `the cheapest of ${ranked.length} designs that fit, ${objective} even at the slow end of the estimate`,
    // No design that fits does better, or it would have been ranked before.
    expected: `${objective} only at the expected value; no design of ${ranked.length} does better`,
    no: `the fastest of ${ranked.length} designs that fit; none is ${objective}`,
  }[design.meetsObjective];
  const next = ranked.find((d) => d.instanceType !== design.instanceType && d.meetsObjective === design.meetsObjective);
  const price = next && (next.usd ? bootText(next) || usd(next.usd.expected) : `${usd(next.usdPerHour)} per hour`);
  const instead = next
    ? `; next is ${next.nodes} x ${next.instanceType} at ${price}${borrowedPrice(next, choices)}`
    : "";
  return { choice, why: `${verdict}: ${figures}${instead}` };
}

function figuresInWords(design: RankedDesign): string {
  const money = design.usd === null ? `${usd(design.usdPerHour)} per hour` : rangeOf(design.usd, usd);
  const time = design.days === null ? design.layout : `${rangeOf(design.days, count)} days`;
  const first =
    design.timeToFirstTokenSeconds === null ? "" : `, first token after ${duration(design.timeToFirstTokenSeconds)}`;
  const boot = bootText(design);
  return `${time}${first}, ${money} ${design.purchase}${boot && `, ${boot}`}`;
}

function objectiveInWords(workload: ModelWork): string {
  if (workload.kind === "inference") return `serving ${count(workload.requestsPerSecond)} requests per second`;
  return workload.deadlineDays === null
    ? `done within ${USUAL_DAYS} days (no deadline was given)`
    : `done within ${counted(workload.deadlineDays, "days")}`;
}

function nothingFits(workload: ModelWork, choices: InstanceChoices, options: RankOptions): WarpformError {
  const obstacles = obstaclesOf(workload, options);
  if (obstacles.length > 0)
    return new WarpformError(
      "sizing",
      obstacles.map((obstacle) => ({ code: "incomplete-design", ...obstacle })),
    );
  const tried = [
    choices.instanceType ?? "any instance type",
    choices.nodes === undefined
      ? `up to ${choices.maxNodes ?? 128} nodes`
      : `exactly ${counted(choices.nodes, "nodes")}`,
    choices.purchase,
    ...(choices.sharing === undefined ? [] : [sharingInWords(choices.sharing)]),
  ].join(", ");
  const what =
    workload.kind === "inference"
      ? `${workload.model.name} at ${workload.requestsPerSecond} requests per second`
      : `${workload.model.name} in sequences of ${workload.sequenceLength} tokens`;
  const message = `workload: ${what} fits no design that can be priced (tried ${tried}); allow more nodes, other types or another purchase`;
  return new WarpformError("sizing", [{ code: "incomplete-design", path: "workload", message }]);
}
