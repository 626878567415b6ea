import { hasFabric } from "../../catalog/instance-types";
import type { InstanceType } from "../../catalog/types";
import { WarpformError } from "../../errors";
import type { BatchWorkload } from "../../model/workload";
import { designOf } from "../../review/design";
import { figuresOf } from "../../review/figures/figures";
import { counted } from "../../units/quantity";
import { type Candidate, candidateCluster } from "./candidate-cluster";
import { nodeCounts, purchasesOf, sellsRun } from "./priced-candidates";
import type { RankedDesign, RankOptions } from "./ranked-design";
import { runDesign } from "./run-designs";

/** A measured rate is that of one kind of GPU. */
export function requireMeasuredType({ unitsPerHourPerGpu }: BatchWorkload, { instanceTypes }: RankOptions): void {
  if (unitsPerHourPerGpu === null || instanceTypes !== undefined) return;
  const message =
    "instanceTypes is required with unitsPerHourPerGpu, which holds on the GPU that it was measured on; name the types with that GPU, or use a benchmark";
  throw new WarpformError("rankDesigns", [{ code: "required", path: "instanceTypes", message }]);
}

/** Independent tasks on a type: a bucket for what they read and write, a fabric only where a task is larger than a node. */
export function batchDesigns(type: InstanceType, workload: BatchWorkload, options: RankOptions): RankedDesign[] {
  const purchases = purchasesOf(type, options);
  if (workload.gpusPerTask > type.acceleratorCount && !hasFabric(type)) return [];
  return nodeCounts(type, options).flatMap((nodes) =>
    purchases.flatMap((purchase) => {
      const { region, cloud } = options;
      const candidate: Candidate = { instanceType: type.name, nodes, purchase, region, cloud, lustre: null };
      const design = designOf(candidateCluster(candidate, workload));
      const { batch, run } = figuresOf(design);
      if (batch === null || run === null || (batch.memoryBytes ?? 0) > batch.memoryLimitBytes) return [];
      if (!sellsRun(purchase, nodes, run.days)) return [];
      const layout = `${counted(batch.tasks, "tasks")} of ${counted(workload.gpusPerTask, "GPUs")}`;
      return [runDesign(type, candidate, design, layout, workload, options)];
    }),
  );
}
