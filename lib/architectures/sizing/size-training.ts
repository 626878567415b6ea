import type { TrainingWork } from "../../model/workload";
import { designOf } from "../../review/design";
import { figuresOf } from "../../review/figures/figures";
import { count, counted, duration } from "../../units/quantity";
import { candidateCluster, type LustreChoice } from "./candidate-cluster";
import { type Decision, given } from "./decision";
import type { RankedDesign } from "./ranked-design";
import { requireSizing } from "./require-sizing";
import { type InstanceChoices, sizeInstances } from "./size-instances";
import { lustreAsChosen, sizeLustre } from "./size-lustre";

/** What the user of a training cluster has chosen already. */
export interface TrainingChoices extends InstanceChoices {
  readonly spareNodes?: number;
  /** Capacity or throughput of the file system. */
  readonly lustre?: Partial<LustreChoice>;
  /** A file system that is there already, whose size is not known here. */
  readonly existingLustre?: { readonly name: string };
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
 * Sizes a training cluster for a run: the cheapest nodes that meet its deadline even at the slow end of the estimate (90
 * days where it has none), spare nodes, Lustre and the checkpoint interval. What `choices` gives stays as it is.
 *
 * @throws WarpformError `incomplete-design` where no node holds the model, naming what was tried
 */
export function sizeTraining(workload: TrainingWork, choices: TrainingChoices): TrainingSize {
  requireSizing("sizeTraining", workload, choices);
  const { region, cloud, purchase } = choices;
  const { design, decision } = sizeInstances(workload, choices);
  const candidate = { instanceType: design.instanceType, nodes: design.nodes, purchase, region, cloud };
  const { lustre, decision: storage } = lustreAsChosen(sizeLustre(candidate, workload), choices.lustre);
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
      decision,
      spares(spareNodes, design, choices, reliability?.repairHours ?? null),
      storageDecision(storage, choices),
      checkpoints(checkpointMinutes, workload, reliability?.hoursBetweenFailures.expected ?? null),
      { choice: design.layout, why: "the fastest layout that fits the GPUs' memory" },
    ],
  };
}

/** Of a file system that is given, the sizes say what they assume of it. */
function storageDecision(sized: Decision, { existingLustre }: TrainingChoices): Decision {
  if (existingLustre === undefined) return sized;
  return {
    choice: `the file system ${existingLustre.name}`,
    why: `given; spare nodes, checkpoints and cost assume ${sized.choice}`,
  };
}

function spares(nodes: number, design: RankedDesign, choices: TrainingChoices, repairHours: number | null): Decision {
  const choice = nodes === 1 ? "1 spare node" : `${nodes} spare nodes`;
  if (choices.spareNodes !== undefined) return given(choice);
  if (repairHours === null) return { choice, why: "a run on one node restarts when its node is replaced" };
  return {
    choice,
    why: `with ${counted(design.nodes, "nodes")} and ${count(repairHours)} h to replace a failed one, the run waits for no replacement 95 % of the time`,
  };
}

function checkpoints(minutes: number, workload: TrainingWork, hoursBetweenFailures: number | null): Decision {
  const choice = `a checkpoint every ${minutes} min`;
  if (workload.checkpointMinutes !== null) return given(choice);
  const failures =
    hoursBetweenFailures === null ? "" : ` for a cluster MTBF of ${duration(hoursBetweenFailures * 3600)}`;
  return {
    choice,
    why: `Daly's interval${failures}: it minimizes checkpoint overhead plus work lost to failures`,
  };
}
