import type { CapacitySource, Workload } from "../model/model";
import type { Place } from "./sizing/candidate-cluster";
import type { Decision } from "./sizing/decision";
import { purchaseOf } from "./sizing/purchase-of";
import type { RankedDesign } from "./sizing/ranked-design";
import { sizeInstances } from "./sizing/size-instances";
import { type FineTuningWorkloadOptions, fineTuningWorkload } from "./workloads";

/** What decides a single node. */
export interface SingleNodeDesign {
  readonly workload: FineTuningWorkloadOptions;
  readonly instanceType?: string;
  readonly capacity?: readonly Pick<CapacitySource, "kind">[];
}

/** A single node: what it is for, and its type. */
export interface SingleNodeDefinition {
  readonly workload: Extract<Workload, { kind: "fine-tuning" }>;
  readonly design: RankedDesign;
  readonly decision: Decision;
}

/**
 * A node with the instance type that follows from its workload.
 * @throws WarpformError where no instance alone fits the workload
 */
export function defineSingleNode(of: SingleNodeDesign, place: Place): SingleNodeDefinition {
  const workload = fineTuningWorkload(of.workload);
  const { instanceType, capacity = [] } = of;
  const choices = { ...place, purchase: purchaseOf(capacity), instanceType, nodes: 1 };
  return { workload, ...sizeInstances(workload, choices) };
}
