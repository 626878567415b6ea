import type { Construct } from "constructs";
import { type Cloud, type Kind, partsOf } from "../clouds/cloud";
import type { DefaultCloud } from "../clouds/default-cloud";
import type { Network } from "../clouds/part-kinds";
import { Problems } from "../errors";

/** Where a cluster stands: in a network that is there, or in a new one in a zone. Exactly one of both is given. */
export interface ClusterPlace<C extends Cloud = DefaultCloud> {
  /** Network to build in. @default - a new one in `availabilityZone` */
  readonly network?: Kind<C, "network">;
  /** Zone of a new network, `us-east-2a`. @default - that of `network` */
  readonly availabilityZone?: string;
}

/** The network that was given, or a new one. */
export function networkOf(
  scope: Construct,
  place: { readonly network?: Network; readonly availabilityZone?: string },
  cloud: Cloud,
): Network {
  const problems = new Problems();
  if (place.network === undefined && place.availabilityZone === undefined) {
    problems.add(
      "required",
      "availabilityZone",
      'availabilityZone or network is required; write availabilityZone: "us-east-2a"',
    );
  }
  if (place.network !== undefined && place.availabilityZone !== undefined) {
    problems.add(
      "conflict",
      "availabilityZone",
      `availabilityZone and network cannot both be given, got "${place.availabilityZone}"; leave availabilityZone out`,
    );
  }
  problems.throwIfAny(scope.node.path);
  return (
    place.network ??
    new (partsOf(cloud, scope.node.path, "ClusterNetwork").ClusterNetwork)(scope, "network", {
      availabilityZone: place.availabilityZone!,
    })
  );
}
