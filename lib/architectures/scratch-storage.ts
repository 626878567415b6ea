import type { Construct } from "constructs";
import { type Cloud, type Kind, type PropsOf, partsOf } from "../clouds/cloud";
import type { DefaultCloud } from "../clouds/default-cloud";
import type { Network } from "../clouds/part-kinds";
import { Problems } from "../errors";
import type { OwnProps } from "./derived-props";
import type { LustreChoice } from "./sizing/candidate-cluster";

/** How an architecture's user says which file system it has. */
export interface ScratchChoice<C extends Cloud = DefaultCloud> {
  readonly lustre?: OwnProps<"lustre", PropsOf<C, "LustreStorage">>;
  readonly existingLustre?: Kind<C, "lustre">;
}

/** Props of a part that the user gave, with mounts of the architecture's own before theirs. */
export function withMounts(given: object | undefined, mounts: readonly unknown[]): object {
  const { mounts: own = [], ...props } = (given ?? {}) as { readonly mounts?: readonly unknown[] };
  return { ...props, mounts: [...mounts, ...own] };
}

/** The file system that is given, or a new one in front of the bucket, as large as `choice` unless the props say otherwise. */
export function scratchOf<C extends Cloud>(
  scope: Construct,
  { lustre, existingLustre }: ScratchChoice<C>,
  parts: {
    readonly network: Network;
    readonly bucket: Kind<C, "bucket">;
    readonly choice: LustreChoice;
    readonly cloud: C;
  },
): Kind<C, "lustre"> {
  const problems = new Problems();
  if (lustre !== undefined && existingLustre !== undefined) {
    const message = `lustre and existingLustre cannot both be given, got existingLustre "${existingLustre.name}"; leave lustre out`;
    problems.add("conflict", "lustre", message);
  }
  problems.throwIfAny(scope.node.path);
  if (existingLustre !== undefined) return existingLustre;
  const { network, bucket, choice, cloud } = parts;
  return new (partsOf(cloud, scope.node.path, "LustreStorage").LustreStorage)(scope, "scratch", {
    network,
    ...choice,
    ...cloud.bucketAccess.behindLustre(bucket),
    ...lustre,
  });
}
