import { regionsInsteadOf } from "../../catalog/availability";
import { findInstanceType } from "../../catalog/instance-types";
import type { Workload } from "../../model/workload";
import type { CloudFacts } from "../../review/clouds/cloud-facts";

/** Whether a workload's rate was measured, on one kind of GPU. */
export const isMeasured = (workload: Workload): boolean =>
  workload.kind === "batch" && workload.unitsPerHourPerGpu !== null;

/**
 * Types to rank for tasks whose rate was measured: those with the GPU of the design's own types that the Region sells. Undefined
 * for any other workload.
 */
export function measuredTypes(
  workload: Workload,
  ownTypes: readonly string[],
  { region, cloud }: { readonly region: string; readonly cloud: CloudFacts },
): string[] | undefined {
  if (!isMeasured(workload)) return undefined;
  const gpus = ownTypes.flatMap((name) => findInstanceType(name)?.accelerator ?? []);
  return cloud
    .acceleratedTypes()
    .filter(({ name, accelerator }) => gpus.includes(accelerator ?? "") && regionsInsteadOf(region, name) === undefined)
    .map(({ name }) => name);
}
