import type { CapacitySource, Workload } from "../model/model";
import type { Place } from "./sizing/candidate-cluster";
import { joinsFabric } from "./sizing/joins-fabric";
import { purchaseOf } from "./sizing/purchase-of";
import { sizeTraining, type TrainingChoices, type TrainingSize } from "./sizing/size-training";
import { type TrainingWorkloadOptions, trainingWorkload } from "./workloads";

/** What decides a training cluster. */
export interface TrainingDesign extends Omit<TrainingChoices, "region" | "purchase"> {
  readonly workload: TrainingWorkloadOptions;
  readonly capacity?: readonly Pick<CapacitySource, "kind">[];
}

/** A training cluster: what it is for, how large it is, and what its parts follow from. */
export interface TrainingDefinition {
  readonly workload: Extract<Workload, { kind: "training" }>;
  readonly size: TrainingSize;
  /** Nodes of the run, and spares. */
  readonly nodes: { readonly min: number; readonly max: number };
  readonly onFabric: boolean;
}

/**
 * A training cluster with every size that follows from its run.
 * @throws WarpformError where no design fits the run
 */
export function defineTrainingCluster(of: TrainingDesign, place: Place): TrainingDefinition {
  const { instanceType, nodes, spareNodes, lustre, existingLustre, capacity = [] } = of;
  const workload = trainingWorkload(of.workload);
  const choices = { ...place, purchase: purchaseOf(capacity), instanceType, nodes, spareNodes, lustre, existingLustre };
  const size = sizeTraining(workload, choices);
  const max = size.nodes + size.spareNodes;
  return { workload, size, nodes: { min: 0, max }, onFabric: joinsFabric(size.instanceType, max) };
}
