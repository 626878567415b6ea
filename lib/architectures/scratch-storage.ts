import type { Construct } from "constructs";
import type { Cloud } from "../clouds/cloud";
import type { IBucket, IClusterNetwork, ILustreStorage, LustreStorageProps } from "../clouds/default-cloud";
import { partsOf } from "../clouds/default-cloud";
import { Problems } from "../errors";
import type { OwnProps } from "./derived-props";
import type { LustreChoice } from "./sizing/candidate-cluster";

/** How an architecture's user says which file system it has. */
export interface ScratchChoice {
  readonly lustre?: OwnProps<"lustre", LustreStorageProps>;
  readonly existingLustre?: ILustreStorage;
}

/** The file system that is given, or a new one in front of the bucket, as large as `choice` unless the props say otherwise. */
export function scratchOf(
  scope: Construct,
  { lustre, existingLustre }: ScratchChoice,
  parts: {
    readonly network: IClusterNetwork;
    readonly bucket: IBucket;
    readonly choice: LustreChoice;
    readonly cloud: Cloud;
  },
): ILustreStorage {
  const problems = new Problems();
  if (lustre !== undefined && existingLustre !== undefined) {
    const message = `lustre and existingLustre can't both be given, got existingLustre "${existingLustre.name}"; leave lustre out`;
    problems.add("conflict", "lustre", message);
  }
  problems.throwIfAny(scope.node.path);
  if (existingLustre !== undefined) return existingLustre;
  const { network, bucket, choice, cloud } = parts;
  return new (partsOf(cloud, scope.node.path, "LustreStorage").LustreStorage)(scope, "scratch", {
    network,
    ...choice,
    importFrom: bucket,
    ...lustre,
  });
}
