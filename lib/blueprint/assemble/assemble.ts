import type { Network } from "../../clouds/part-kinds";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { assembleArchitecture } from "./assemble-architecture";
import { assemblePools } from "./assemble-pools";
import { assembleSchedulers } from "./assemble-schedulers";
import { assembleBuckets, assembleFileSystems } from "./assemble-storage";
import type { Emitter } from "./emitter";

/** Has an emitter make everything that a blueprint says, in the order in which parts need one another. */
export function assemble(emitter: Emitter, blueprint: Blueprint): void {
  const network = assembleNetwork(emitter, blueprint);
  if (network === undefined) return;
  const fabric =
    blueprint.fabric &&
    emitter.construct(
      ["fabric"],
      emitter.cloud.parts.InfiniBandFabric,
      "fabric",
      { network, ...blueprint.fabric },
      "fabric",
    );
  const buckets = assembleBuckets(emitter, blueprint, network);
  const fileSystems = assembleFileSystems(emitter, blueprint, {
    network,
    fabric,
    buckets,
    availabilityZone: blueprint.network.availabilityZone,
  });
  assembleArchitecture(emitter, blueprint, { network, fabric, buckets, fileSystems });
  const pools = assemblePools(emitter, blueprint, { network, fabric, buckets, fileSystems });
  assembleSchedulers(emitter, blueprint, { network, fabric, buckets, fileSystems, pools });
}

function assembleNetwork(emitter: Emitter, blueprint: Blueprint): Network | undefined {
  const { existing, ...network } = blueprint.network;
  const clusterName = network.clusterName ?? blueprint.name;
  if (existing === undefined) {
    return emitter.construct(
      ["network"],
      emitter.cloud.parts.ClusterNetwork,
      "network",
      { ...network, clusterName },
      "network",
    );
  }
  const { availabilityZone, egress, tags, privateZoneName } = network;
  const attributes = { availabilityZone, egress, tags, privateZoneName, ...existing, clusterName };
  return emitter.declared(["network"], emitter.cloud.parts.ClusterNetwork, "import", "network", attributes, "network");
}
