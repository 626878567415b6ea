import type * as pulumi from "@pulumi/pulumi";
import { ClusterNetwork as Construct } from "../../clouds/aws/network/cluster-network";
import type { ClusterNetworkAttributes, ClusterNetworkProps } from "../../clouds/aws/network/cluster-network-props";
import type { IClusterNetwork } from "../../clouds/aws/network/i-cluster-network";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

const TABLE = {
  availabilityZone: "plain",
  clusterName: "plain",
  vpcCidr: "plain",
  computeSubnetCidr: "plain",
  secondAvailabilityZone: "plain",
  egress: "plain",
  interfaceEndpoints: "plain",
  flowLogs: "plain",
  flowLogsKmsKeyArn: "input",
  permissionsBoundaryArn: "input",
  privateZoneName: "plain",
  tags: "inputs",
} as const satisfies ArgTable<ClusterNetworkProps>;

export const EXISTING_NETWORK_TABLE = {
  availabilityZone: "plain",
  vpcId: "input",
  vpcCidr: "plain",
  computeSubnetId: "input",
  computeSubnetCidr: "plain",
  secondSubnetId: "input",
  privateZoneId: "input",
  privateZoneName: "plain",
  egress: "plain",
  s3GatewayEndpoint: "plain",
  clusterName: "plain",
  tags: "inputs",
} as const satisfies ArgTable<ClusterNetworkAttributes>;

export type ClusterNetworkArgs = ConstructArgs<ClusterNetworkProps, typeof TABLE>;
export type ExistingNetworkArgs = ConstructArgs<ClusterNetworkAttributes, typeof EXISTING_NETWORK_TABLE>;

interface Outputs extends Record<string, unknown> {
  readonly vpcId: string;
  readonly computeSubnetId: string;
  readonly privateZoneId: string;
}

const outputs = {
  vpcId: ({ vpcId }: IClusterNetwork) => vpcId,
  computeSubnetId: ({ computeSubnetId }: IClusterNetwork) => computeSubnetId,
  privateZoneId: ({ privateZoneId }: IClusterNetwork) => privateZoneId,
};

const NEW: ConstructKind<IClusterNetwork, Outputs> = {
  name: "ClusterNetwork",
  args: TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
  outputs,
};
const EXISTING: ConstructKind<IClusterNetwork, Outputs> = {
  name: "ClusterNetwork",
  args: EXISTING_NETWORK_TABLE,
  make: (scope, id, props) => Construct.import(scope, id, props),
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

  public readonly vpcId: pulumi.Output<string>;
  /** Subnet of the compute nodes. */
  public readonly computeSubnetId: pulumi.Output<string>;
  /** Zone in which nodes find the head. */
  public readonly privateZoneId: pulumi.Output<string>;

  constructor(id: string, args: ClusterNetworkArgs, options?: pulumi.ComponentResourceOptions, kind = NEW) {
    super(kind, id, args, options);
    this.vpcId = this.later.vpcId;
    this.computeSubnetId = this.later.computeSubnetId;
    this.privateZoneId = this.later.privateZoneId;
  }
}
