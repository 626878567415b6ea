import type { Construct } from "constructs";
import { instanceType } from "../catalog/instance-types";
import type { Cloud, Kind } from "../clouds/cloud";
import type { DefaultCloud } from "../clouds/default-cloud";
import type { Network } from "../clouds/part-kinds";
import { WarpformError } from "../errors";
import type { Workload } from "../model/model";
import { GB } from "../units/bytes";
import { type ScratchChoice, scratchOf } from "./scratch-storage";
import { type Decision, given } from "./sizing/decision";
import type { RankedDesign } from "./sizing/ranked-design";
import { datasetBytes, lustreAsChosen, sizeLustre } from "./sizing/size-lustre";

/** Where fine-tuning runs read their datasets, as the user says it. */
export interface DatasetChoice<C extends Cloud = DefaultCloud> extends ScratchChoice<C> {
  readonly datasets?: "nvme" | "lustre";
}

interface Runs<C extends Cloud> {
  readonly network: Network;
  readonly bucket: Kind<C, "bucket">;
  readonly workload: Extract<Workload, { kind: "fine-tuning" }>;
  /** Machines of one run. */
  readonly design: RankedDesign;
  readonly atOnce: number;
  readonly cloud: C;
}

/** The storage of the runs' datasets, and why: nothing beside the nodes and the bucket, or Lustre for all runs together. */
export function datasetStorage<C extends Cloud>(
  scope: Construct,
  choice: DatasetChoice<C>,
  runs: Runs<C>,
): { readonly lustre?: Kind<C, "lustre">; readonly decision: Decision } {
  const wanted = choice.lustre !== undefined || choice.existingLustre !== undefined;
  if ((choice.datasets ?? (wanted ? "lustre" : "nvme")) === "nvme") {
    if (wanted) {
      const message =
        'datasets must be "lustre" where lustre or existingLustre is given, got "nvme"; leave one of them out';
      throw new WarpformError(scope.node.path, [{ code: "conflict", path: "datasets", message }]);
    }
    return { decision: onNodes(choice, runs.design) };
  }
  const { network, bucket, workload, design, atOnce, cloud } = runs;
  const candidate = { ...design, nodes: design.nodes * atOnce, region: network.region, cloud: cloud.facts };
  const all = { ...workload, datasetGB: (datasetBytes(workload) * atOnce) / GB };
  const sized = lustreAsChosen(sizeLustre(candidate, all), choice.lustre);
  const lustre = scratchOf(scope, choice, { network, bucket, choice: sized.lustre, cloud });
  return {
    lustre,
    decision: choice.existingLustre === undefined ? sized.decision : given(`the file system ${lustre.name}`),
  };
}

function onNodes({ datasets }: Pick<DatasetChoice, "datasets">, design: RankedDesign): Decision {
  const where = instanceType(design.instanceType).localNvme === null ? "root volumes" : "NVMe arrays";
  const choice = `datasets on the nodes' ${where}`;
  if (datasets !== undefined) return given(choice);
  return {
    choice,
    why: "small datasets stay in the bucket; a file system is billed all month, nodes only while they run",
  };
}
