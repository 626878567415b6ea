import { modelArchitecture } from "../catalog/models";
import type { Workload } from "../model/model";
import type { Blueprint } from "./schema";

/** The workload of a blueprint in the terms of the model; throws where its model is not in the catalogue. */
export function workloadOf(workload: Blueprint["workload"]): Workload | null {
  if (workload === undefined) return null;
  const model = modelArchitecture(workload.model);
  switch (workload.kind) {
    case "training":
      return {
        ...workload,
        model,
        deadlineDays: workload.deadlineDays ?? null,
        checkpointMinutes: workload.checkpointMinutes ?? null,
      };
    case "fine-tuning":
      return {
        ...workload,
        model,
        loraRank: workload.loraRank ?? null,
        deadlineDays: workload.deadlineDays ?? null,
        checkpointMinutes: workload.checkpointMinutes ?? null,
      };
    case "inference":
      return {
        ...workload,
        model,
        precision: workload.precision ?? "bf16",
        timeToFirstTokenSeconds: workload.timeToFirstTokenSeconds ?? null,
        timePerOutputTokenSeconds: workload.timePerOutputTokenSeconds ?? null,
        loraAdapters: workload.loraAdapters ?? 0,
        loraRank: workload.loraRank ?? null,
      };
  }
}
