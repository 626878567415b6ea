import { dirname, isAbsolute, join } from "node:path";
import {
  batchWorkload,
  fineTuningWorkload,
  inferenceWorkload,
  type ModelChoice,
  modelOf,
  trainingWorkload,
} from "../../architectures/workloads";
import { WarpformError } from "../../errors";
import type { Workload } from "../../model/model";
import type { WorkloadBlueprint } from "../schema/schema-workload";

/** The function that puts each kind of workload into the terms of the model. */
export const WORKLOADS = {
  training: trainingWorkload,
  "fine-tuning": fineTuningWorkload,
  inference: inferenceWorkload,
  batch: batchWorkload,
} as const satisfies Record<WorkloadBlueprint["kind"], unknown>;

/** The workload of a blueprint in the terms of the model; throws where its model is not in the catalog. */
export function workloadOf(workload: WorkloadBlueprint | undefined): Workload | null {
  if (workload === undefined) return null;
  const { kind: _, ...options } = workload;
  // Each kind's schema has that function's options.
  return WORKLOADS[workload.kind](options as never);
}

/** Whether the model of a workload is in the catalog, or can be read from its file. */
export function hasModel(workload: WorkloadBlueprint): boolean {
  if (workload.kind === "batch") return true;
  try {
    modelOf(workload.model as ModelChoice);
    return true;
  } catch (error) {
    if (error instanceof WarpformError) return false;
    throw error;
  }
}

/** The workload with the path of its model's config.json as seen from where the program runs, not from the blueprint. */
export function withModelBeside<W extends WorkloadBlueprint | undefined>(workload: W, blueprintFile: string): W {
  if (workload === undefined || workload.kind === "batch") return workload;
  const { model } = workload;
  if (typeof model !== "object" || !("config" in model) || isAbsolute(model.config)) return workload;
  return { ...workload, model: { config: join(dirname(blueprintFile), model.config) } };
}
