import { defaultCloud } from "../clouds/default-cloud";
import type { CapacitySource, Workload } from "../model/model";
import type { Place } from "./sizing/candidate-cluster";
import { type Decision, given } from "./sizing/decision";
import { joinsFabric } from "./sizing/joins-fabric";
import { purchaseOf } from "./sizing/purchase-of";
import type { RankedDesign } from "./sizing/ranked-design";
import { sizeInstances } from "./sizing/size-instances";
import { type FineTuningWorkloadOptions, fineTuningWorkload } from "./workloads";

/** What decides a fine-tuning cluster. */
export interface FineTuningDesign {
  readonly workload: FineTuningWorkloadOptions;
  readonly instanceType?: string;
  readonly nodesPerRun?: number;
  readonly runsAtOnce?: number;
  readonly capacity?: readonly Pick<CapacitySource, "kind">[];
}

/** A fine-tuning cluster: what it is for, how large it is, and what its parts follow from. */
export interface FineTuningDefinition {
  readonly workload: Extract<Workload, { kind: "fine-tuning" }>;
  /** Machines of one run. */
  readonly design: RankedDesign;
  readonly runsAtOnce: number;
  /** Nodes of all runs. */
  readonly nodes: { readonly min: number; readonly max: number };
  readonly onFabric: boolean;
  readonly decisions: { readonly nodes: Decision; readonly runs: Decision; readonly capacity: Decision };
}

/** Sources of nodes in the order of preference, unless told otherwise. */
export const fineTuningSources = ({ cloud = defaultCloud.facts }: Pick<Place, "cloud">) =>
  cloud.candidate.oneSource ? (["on-demand"] as const) : (["spot", "on-demand"] as const);

/**
 * A fine-tuning cluster with every size that follows from its runs.
 * @throws WarpformError where no design fits a run
 */
export function defineFineTuningCluster(of: FineTuningDesign, place: Place): FineTuningDefinition {
  const workload = fineTuningWorkload(of.workload);
  const { instanceType, nodesPerRun: nodes, runsAtOnce = 1 } = of;
  const capacity = of.capacity ?? fineTuningSources(place).map((kind) => ({ kind }));
  const { design, decision } = sizeInstances(workload, {
    ...place,
    purchase: purchaseOf(capacity),
    instanceType,
    nodes,
  });
  const max = design.nodes * runsAtOnce;
  return {
    workload,
    design,
    runsAtOnce,
    nodes: { min: 0, max },
    onFabric: joinsFabric(design.instanceType, max),
    decisions: { nodes: decision, runs: runsDecision(of), capacity: capacityDecision(of, place) },
  };
}

function runsDecision({ runsAtOnce: runs }: FineTuningDesign): Decision {
  if (runs !== undefined) return given(`${runs} ${runs === 1 ? "run" : "runs"} at once`);
  return { choice: "1 run at once", why: "the default; runsAtOnce multiplies the nodes" };
}

function capacityDecision({ capacity }: FineTuningDesign, place: Place): Decision {
  if (capacity !== undefined) return given(capacity.map(({ kind }) => kind).join(", then "));
  const sources = fineTuningSources(place);
  const why =
    sources.length === 1
      ? "pools have one purchase option here, and Spot capacity may never arrive"
      : "a short run with checkpoints loses little to a Spot interruption, and On-Demand follows when Spot is unavailable";
  return { choice: sources.join(", then "), why };
}
