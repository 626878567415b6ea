import { privateZoneOf, secondZoneOf } from "../../../clouds/aws-rules";
import { CLUSTER_NETWORK, EXISTING_NETWORK, INFINIBAND_FABRIC } from "../../../clouds/aws-tables";
import { section } from "../key";
import { keysOf } from "../keys-of-table";
import { clusterName, isMade } from "../place";
import { strictObject } from "../strict-object";

/** The network's own keys say zone, egress, name, the private zone's name and tags. */
export const existingNetworkSchema = strictObject(() =>
  keysOf("ClusterNetwork.import", EXISTING_NETWORK, {
    without: ["availabilityZone", "egress", "clusterName", "privateZoneName", "tags"],
  }),
).describe("An existing VPC; without it one is created");

export const networkSchema = strictObject(() => ({
  ...keysOf("ClusterNetwork", CLUSTER_NETWORK, {
    derived: {
      clusterName: ({ root }) => String(root.name),
      secondAvailabilityZone: (place) => (isMade(place) ? secondZoneOf(String(place.owner.availabilityZone)) : null),
      // In a network that is there the name goes with the zone's id.
      privateZoneName: (place) => (isMade(place) ? privateZoneOf(clusterName(place.root)) : undefined),
    },
    otherwise: {
      clusterName: "name of the blueprint",
      interfaceEndpoints: "none with nat, those that nodes need with endpoints-only",
    },
    applies: {
      vpcCidr: isMade,
      computeSubnetCidr: isMade,
      interfaceEndpoints: isMade,
      flowLogs: isMade,
      flowLogsKmsKeyArn: isMade,
      permissionsBoundaryArn: isMade,
    },
  }),
  existing: section(existingNetworkSchema, "none; a VPC is made"),
})).describe("The network: one private compute subnet in one zone");

export const fabricSchema = strictObject(() =>
  keysOf("InfiniBandFabric", INFINIBAND_FABRIC, { without: ["network"] }),
).describe("The fabric that joins nodes GPU to GPU: on AWS, EFA");
