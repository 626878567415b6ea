import type { IClusterNetwork } from "../../clouds/default-cloud";

import type { Blueprint } from "../schema/aws/aws-blueprint";
import { assembleArchitecture } from "./assemble-architecture";
import { assemblePools } from "./assemble-pools";
import { assembleSchedulers } from "./assemble-schedulers";
import { assembleBuckets, assembleFileSystems } from "./assemble-storage";
import type { Workshop } from "./workshop";

/** Has a workshop make everything that a blueprint says, in the order in which parts need one another. */
export function assemble(workshop: Workshop, blueprint: Blueprint): void {
  const network = assembleNetwork(workshop, blueprint);
  if (network === undefined) return;
  const fabric =
    blueprint.fabric &&
    workshop.construct(
      ["fabric"],
      workshop.cloud.parts.InfiniBandFabric,
      "fabric",
      { network, ...blueprint.fabric },
      "fabric",
    );
  const buckets = assembleBuckets(workshop, blueprint, network);
  const fileSystems = assembleFileSystems(workshop, blueprint, {
    network,
    fabric,
    buckets,
    availabilityZone: blueprint.network.availabilityZone,
  });
  assembleArchitecture(workshop, blueprint, { network, fabric, buckets, fileSystems });
  const pools = assemblePools(workshop, blueprint, { network, fabric, buckets, fileSystems });
  assembleSchedulers(workshop, blueprint, { network, fabric, buckets, fileSystems, pools });
}

function assembleNetwork(workshop: Workshop, blueprint: Blueprint): IClusterNetwork | undefined {
  const { existing, ...network } = blueprint.network;
  const clusterName = network.clusterName ?? blueprint.name;
  if (existing === undefined) {
    return workshop.construct(
      ["network"],
      workshop.cloud.parts.ClusterNetwork,
      "network",
      { ...network, clusterName },
      "network",
    );
  }
  const { availabilityZone, egress, tags, privateZoneName } = network;
  const attributes = { availabilityZone, egress, tags, privateZoneName, ...existing, clusterName };
  return workshop.declared(
    ["network"],
    workshop.cloud.parts.ClusterNetwork,
    "import",
    "network",
    attributes,
    "network",
  );
}
