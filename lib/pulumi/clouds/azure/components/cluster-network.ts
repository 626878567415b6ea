import type * as pulumi from "@pulumi/pulumi";
import {
  azureCloud,
  type ClusterNetworkAttributes,
  type ClusterNetworkProps,
  type IClusterNetwork,
} from "../../../../clouds/azure-cloud";
import { CLUSTER_NETWORK, EXISTING_NETWORK } from "../../../../clouds/azure-tables";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { azure } from "../azure";
import type { ConstructArgs } from "../construct-args";

const OUTPUTS = {
  flowLogs: ["accountName"],
  tags: "inputs",
} as const satisfies OutputArgs<ClusterNetworkProps>;

export const EXISTING_NETWORK_OUTPUTS = {
  resourceGroupName: "input",
  virtualNetworkId: "input",
  computeSubnetId: "input",
  privateDnsZoneIds: ["blob", "file", "vault"],
  tags: "inputs",
} as const satisfies OutputArgs<ClusterNetworkAttributes>;

export type ClusterNetworkArgs = ConstructArgs<ClusterNetworkProps, typeof OUTPUTS>;
export type ExistingNetworkArgs = ConstructArgs<ClusterNetworkAttributes, typeof EXISTING_NETWORK_OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly resourceGroupName: string;
  readonly virtualNetworkId: string;
  readonly computeSubnetId: string;
}

const outputs = {
  resourceGroupName: ({ place }: IClusterNetwork) => place.resourceGroupName,
  virtualNetworkId: ({ virtualNetworkId }: IClusterNetwork) => virtualNetworkId,
  computeSubnetId: ({ computeSubnetId }: IClusterNetwork) => computeSubnetId,
};

const NEW: ConstructKind<IClusterNetwork, Outputs> = {
  cloud: azure,
  name: "ClusterNetwork",
  args: argKinds(CLUSTER_NETWORK, OUTPUTS),
  make: (scope, id, props) => new azureCloud.parts.ClusterNetwork(scope, id, props),
  outputs,
};
const EXISTING: ConstructKind<IClusterNetwork, Outputs> = {
  cloud: azure,
  name: "ClusterNetwork",
  args: argKinds(EXISTING_NETWORK, EXISTING_NETWORK_OUTPUTS),
  make: (scope, id, props) => azureCloud.parts.ClusterNetwork.import(scope, id, props),
  outputs,
};

/** The network of a cluster, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class ClusterNetwork extends ConstructComponent<IClusterNetwork, Outputs> {
  /** A network that is there; its ids may be Outputs. */
  public static existing(
    id: string,
    args: ExistingNetworkArgs,
    options?: pulumi.ComponentResourceOptions,
  ): ClusterNetwork {
    return new ClusterNetwork(id, args as unknown as ClusterNetworkArgs, options, EXISTING);
  }

  /** Group of what the cluster is made of. */
  public readonly resourceGroupName: pulumi.Output<string>;
  public readonly virtualNetworkId: pulumi.Output<string>;
  /** Subnet of nodes and heads. */
  public readonly computeSubnetId: pulumi.Output<string>;

  constructor(id: string, args: ClusterNetworkArgs, options?: pulumi.ComponentResourceOptions, kind = NEW) {
    super(kind, id, args, options);
    this.resourceGroupName = this.later.resourceGroupName;
    this.virtualNetworkId = this.later.virtualNetworkId;
    this.computeSubnetId = this.later.computeSubnetId;
  }
}
