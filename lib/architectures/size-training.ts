import { WarpformError } from "../errors";
import type { Workload } from "../model/model";
import { designOf } from "../review/design";
import { figuresOf } from "../review/figures/figures";
import { count, duration, rangeOf, usd } from "../review/report/quantity";
import { candidateCluster, type LustreChoice, type Purchase } from "./candidate-cluster";
import { type Decision, given } from "./decision";
import { type RankedDesign, rankDesigns } from "./rank-designs";
import { sizeLustre } from "./size-lustre";

type Run = Exclude<Workload, { kind: "inference" }>;

/** Days that a run without a deadline may take; an assumption, so that "cheapest" does not mean one node for two years. */
const USUAL_DAYS = 90;

/** What the user has chosen already. */
export interface TrainingChoices {
  readonly region: string;
  readonly purchase: Purchase;
  readonly instanceType?: string;
  /** Nodes that the run uses, spares apart. */
  readonly nodes?: number;
  readonly spareNodes?: number;
  /** @default 128 */
  readonly maxNodes?: number;
}

/** A training cluster's sizes. */
export interface TrainingSize {
  readonly instanceType: string;
  readonly nodes: number;
  readonly spareNodes: number;
  readonly lustre: LustreChoice;
  readonly checkpointMinutes: number;
  /** Nodes, spares apart, and storage, US dollars an hour. */
  readonly usdPerHour: number;
  /** The design that was chosen, with its figures. */
  readonly design: RankedDesign;
  readonly decisions: readonly Decision[];
}

/**
 * Sizes a training cluster for a run: the cheapest machines that meet its deadline even at the slow end of the estimate (90
 * days where it has none), spare nodes, Lustre and the checkpoint interval. What `choices` gives stays as it is.
 *
 * @throws WarpformError `incomplete-design` where no machine holds the model, naming what was tried
 */
export function sizeTraining(workload: Run, choices: TrainingChoices): TrainingSize {
  const deadlineDays = workload.deadlineDays ?? USUAL_DAYS;
  const { region, purchase, maxNodes } = choices;
  const ranked = rankDesigns(
    { ...workload, deadlineDays },
    {
      region,
      by: "cost",
      purchases: [purchase],
      instanceTypes: choices.instanceType === undefined ? undefined : [choices.instanceType],
      nodes: choices.nodes,
      maxNodes,
    },
  );
  const [design] = ranked;
  if (design === undefined) throw nothingFits(workload, choices);
  const candidate = { instanceType: design.instanceType, nodes: design.nodes, purchase, region };
  const { lustre, decision: storage } = sizeLustre(candidate, workload);
  const figures = figuresOf(designOf(candidateCluster({ ...candidate, lustre }, workload)));
  const { reliability } = figures;
  const spareNodes = choices.spareNodes ?? (design.nodes > 1 ? (reliability?.sparesNeeded.expected ?? 0) : 0);
  const checkpointMinutes =
    workload.checkpointMinutes ?? Math.max(1, Math.round((reliability?.dalySeconds ?? 3600) / 60));
  return {
    instanceType: design.instanceType,
    nodes: design.nodes,
    spareNodes,
    lustre,
    checkpointMinutes,
    usdPerHour: figures.cost.usdPerHour,
    design,
    decisions: [
      machines(design, ranked, workload, choices),
      spares(spareNodes, design, choices, reliability?.repairHours ?? null),
      storage,
      checkpoints(checkpointMinutes, workload, reliability?.hoursBetweenFailures.expected ?? null),
      { choice: design.layout, why: "the fastest layout that fits the GPUs' memory" },
    ],
  };
}

function machines(
  design: RankedDesign,
  ranked: readonly RankedDesign[],
  workload: Run,
  choices: TrainingChoices,
): Decision {
  const choice = `${design.nodes} x ${design.instanceType}`;
  const days = design.days === null ? "" : `${rangeOf(design.days, count)} days`;
  const money = design.usd === null ? "" : `, ${rangeOf(design.usd, usd)} ${design.purchase}`;
  const limit =
    workload.deadlineDays === null ? `${USUAL_DAYS} days (none was given)` : `${workload.deadlineDays} days`;
  if (choices.instanceType !== undefined && choices.nodes !== undefined) {
    return { choice, why: `given; the run takes ${days}${money}` };
  }
  const verdict = {
    yes: `the cheapest of ${ranked.length} designs that fit, done within ${limit} even at the slow end`,
    // No design that fits does better, or it would have been ranked before.
    expected: `done within ${limit} only if all goes well; no design of ${ranked.length} does better`,
    no: `the fastest of ${ranked.length} designs that fit; none is done within ${limit}`,
  }[design.meetsObjective];
  const next = ranked.find((d) => d.instanceType !== design.instanceType && d.meetsObjective === design.meetsObjective);
  const instead = next?.usd ? `; next is ${next.nodes} x ${next.instanceType} at ${usd(next.usd.expected)}` : "";
  return { choice, why: `${verdict}: ${days}${money}${instead}` };
}

function spares(nodes: number, design: RankedDesign, choices: TrainingChoices, repairHours: number | null): Decision {
  const choice = nodes === 1 ? "1 spare node" : `${nodes} spare nodes`;
  if (choices.spareNodes !== undefined) return given(choice);
  if (repairHours === null) return { choice, why: "a run on one node restarts when its node is replaced" };
  return {
    choice,
    why: `with ${design.nodes} nodes and ${count(repairHours)} h until a failed one is replaced, no repair holds the run up 95 % of the time`,
  };
}

function checkpoints(minutes: number, workload: Run, hoursBetweenFailures: number | null): Decision {
  const choice = `a checkpoint every ${minutes} min`;
  if (workload.checkpointMinutes !== null) return given(choice);
  const failures = hoursBetweenFailures === null ? "" : ` for a failure every ${duration(hoursBetweenFailures * 3600)}`;
  return {
    choice,
    why: `Daly's interval${failures}: waiting for checkpoints and work lost to failures cost the least together`,
  };
}

function nothingFits(workload: Run, choices: TrainingChoices): WarpformError {
  const tried = [
    choices.instanceType ?? "any instance type",
    choices.nodes === undefined ? `up to ${choices.maxNodes ?? 128} nodes` : `${choices.nodes} nodes`,
    choices.purchase,
  ].join(", ");
  const message = `workload: ${workload.model.name} in sequences of ${workload.sequenceLength} tokens fits no design that can be priced (tried ${tried}); allow more nodes, other types or another purchase`;
  return new WarpformError("sizing", [{ code: "incomplete-design", path: "workload", message }]);
}
