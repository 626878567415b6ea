import { optional, type Table } from "../../../props/field";
import { map } from "../../../props/nested-fields";
import { text } from "../../../props/simple-fields";
import type { ClusterNetworkProps } from "./cluster-network-props";

export const VNET_CIDR = "10.0.0.0/16";

/** What a ClusterNetwork takes. */
export const CLUSTER_NETWORK = {
  availabilityZone: text({ known: "the Region and the fabric follow from it", example: "eastus-1" }),
  clusterName: optional(text({ known: "names of resources are made of it" })),
  resourceGroupName: optional(text({ known: "resources are placed in it" })),
  vnetCidr: optional(text({ known: "subnets are cut from it", example: VNET_CIDR }), VNET_CIDR),
  tags: optional(map(text()), {}),
} satisfies Table<ClusterNetworkProps>;
