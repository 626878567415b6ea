import type { Construct } from "constructs";
import type { IClusterNetwork } from "../clouds/aws/network/i-cluster-network";
import type { IBucket } from "../clouds/aws/storage/buckets/i-bucket";
import type { ILustreStorage } from "../clouds/aws/storage/lustre/i-lustre-storage";
import { LustreStorage } from "../clouds/aws/storage/lustre/lustre-storage";
import type { LustreStorageProps } from "../clouds/aws/storage/lustre/lustre-storage-props";
import { Problems } from "../errors";
import type { LustreChoice } from "./candidate-cluster";
import type { OwnProps } from "./derived-props";

/** How an architecture's user says which file system it has. */
export interface ScratchChoice {
  readonly lustre?: OwnProps<"lustre", LustreStorageProps>;
  readonly existingLustre?: ILustreStorage;
}

/** The file system that is given, or a new one in front of the bucket, as large as `choice` unless the props say otherwise. */
export function scratchOf(
  scope: Construct,
  { lustre, existingLustre }: ScratchChoice,
  parts: { readonly network: IClusterNetwork; readonly bucket: IBucket; readonly choice: LustreChoice },
): ILustreStorage {
  const problems = new Problems();
  if (lustre !== undefined && existingLustre !== undefined) {
    const message = `lustre and existingLustre can't both be given, got existingLustre "${existingLustre.name}"; leave lustre out`;
    problems.add("conflict", "lustre", message);
  }
  problems.throwIfAny(scope.node.path);
  if (existingLustre !== undefined) return existingLustre;
  const { network, bucket, choice } = parts;
  return new LustreStorage(scope, "scratch", { network, ...choice, importFrom: bucket, ...lustre });
}
