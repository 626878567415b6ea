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

/** A model with the path of its config.json as seen from where the program runs, not from the blueprint. */
function beside<M>(model: M, blueprintFile: string): M | { config: string } {
  if (typeof model !== "object" || model === null || !("config" in model)) return model;
  const { config } = model as { readonly config: string };
  return isAbsolute(config) ? model : { config: join(dirname(blueprintFile), config) };
}

/** The workload with its model's config.json beside the blueprint. */
export function withModelBeside<W extends WorkloadBlueprint | undefined>(workload: W, blueprintFile: string): W {
  if (workload === undefined || workload.kind === "batch") return workload;
  return { ...workload, model: beside(workload.model, blueprintFile) };
}

/** The same of the models that a cluster serves. */
export function withServedModelsBeside<
  C extends { readonly serving?: readonly { readonly model: unknown }[] } | undefined,
>(cluster: C, blueprintFile: string): C {
  if (cluster?.serving === undefined) return cluster;
  const serving = cluster.serving.map((of) => ({ ...of, model: beside(of.model, blueprintFile) }));
  return { ...cluster, serving };
}
