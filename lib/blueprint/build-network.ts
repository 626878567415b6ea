import type { Construct } from "constructs";
import { ClusterNetwork } from "../aws/cluster-network";
import type { IClusterNetwork } from "../aws/i-cluster-network";
import type { Blueprint } from "./schema";

/** The network of a blueprint, made or imported. */
export function buildNetwork(scope: Construct, blueprint: Blueprint): IClusterNetwork {
  const { existing, ...network } = blueprint.network;
  const clusterName = network.clusterName ?? blueprint.name;
  if (existing === undefined) return new ClusterNetwork(scope, "network", { ...network, clusterName });
  const { availabilityZone, egress, tags, privateZoneName } = network;
  return ClusterNetwork.import(scope, "network", {
    availabilityZone,
    egress,
    tags,
    privateZoneName,
    ...existing,
    clusterName,
  });
}
