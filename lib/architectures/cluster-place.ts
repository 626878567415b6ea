import type { Construct } from "constructs";
import type { Cloud } from "../clouds/cloud";
import type { IClusterNetwork } from "../clouds/default-cloud";
import { partsOf } from "../clouds/default-cloud";
import { Problems } from "../errors";

/** Where a cluster stands: in a network that is there, or in a new one in a zone. Exactly one of both is given. */
export interface ClusterPlace {
  /** Network to build in. @default - a new one in `availabilityZone` */
  readonly network?: IClusterNetwork;
  /** Zone of a new network, `us-east-2a`. @default - that of `network` */
  readonly availabilityZone?: string;
}

/** The network that was given, or a new one. */
export function networkOf(scope: Construct, place: ClusterPlace, cloud: Cloud): IClusterNetwork {
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
      `availabilityZone and network can't both be given, got "${place.availabilityZone}"; leave availabilityZone out`,
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
