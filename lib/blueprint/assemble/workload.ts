import { fineTuningWorkload, inferenceWorkload, trainingWorkload } from "../../architectures/workloads";
import type { Workload } from "../../model/model";
import type { WorkloadBlueprint } from "../schema/schema-workload";

/** The function that puts each kind of workload into the terms of the model. */
export const WORKLOADS = {
  training: trainingWorkload,
  "fine-tuning": fineTuningWorkload,
  inference: inferenceWorkload,
} as const satisfies Record<WorkloadBlueprint["kind"], unknown>;

/** The workload of a blueprint in the terms of the model; throws where its model is not in the catalogue. */
export function workloadOf(workload: WorkloadBlueprint | undefined): Workload | null {
  if (workload === undefined) return null;
  const { kind: _, ...options } = workload;
  // Each kind's schema has that function's options.
  return WORKLOADS[workload.kind](options as never);
}
