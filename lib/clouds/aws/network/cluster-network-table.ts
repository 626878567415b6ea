import { optional, type Table } from "../../../props/field";
import { texts } from "../../../props/nested-fields";
import { flag, oneOf, text } from "../../../props/simple-fields";
import { kmsKey, naming, policy, subnet, tags, vpc } from "../shared/aws-fields";
import type { ClusterNetworkAttributes, ClusterNetworkProps } from "./cluster-network-props";

const zone = () => text({ known: "the region and the fabric follow from it", example: "us-east-2a" });
const egress = () => optional(oneOf(["nat", "endpoints-only"]), "nat");

/** What a ClusterNetwork takes. */
export const CLUSTER_NETWORK = {
  availabilityZone: zone(),
  clusterName: optional(text({ known: "names of resources are made of it" })),
  vpcCidr: optional(text({ known: "subnets are cut from it", example: "10.0.0.0/16" }), "10.0.0.0/16"),
  computeSubnetCidr: optional(text({ known: "subnets are cut from it", example: "10.0.0.0/16" })),
  secondAvailabilityZone: optional(text()),
  egress: egress(),
  interfaceEndpoints: optional(texts()),
  flowLogs: optional(flag(), true),
  flowLogsKmsKeyArn: optional(kmsKey()),
  permissionsBoundaryArn: optional(policy()),
  privateZoneName: optional(text()),
  tags: optional(tags(), {}),
} satisfies Table<ClusterNetworkProps>;

/** What ClusterNetwork.import takes. */
export const EXISTING_NETWORK = {
  availabilityZone: zone(),
  vpcId: vpc(),
  vpcCidr: text({ example: "10.0.0.0/16" }),
  computeSubnetId: subnet(),
  computeSubnetCidr: optional(text({ example: "10.0.0.0/20" })),
  secondSubnetId: optional(subnet()),
  privateZoneId: optional(naming("hosted-zone", text())),
  privateZoneName: optional(text()),
  egress: egress(),
  s3GatewayEndpoint: optional(flag(), false),
  interfaceEndpoints: optional(texts(), []),
  clusterName: optional(text({ known: "names of resources are made of it" })),
  tags: optional(tags(), {}),
} satisfies Table<ClusterNetworkAttributes>;
