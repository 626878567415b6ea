import type * as pulumi from "@pulumi/pulumi";
import { CLUSTER_NETWORK, EXISTING_NETWORK } from "../../../../clouds/aws-tables";
import {
  type ClusterNetworkAttributes,
  type ClusterNetworkProps,
  defaultCloud,
  type IClusterNetwork,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

const OUTPUTS = {
  flowLogsKmsKeyArn: "input",
  permissionsBoundaryArn: "input",
  tags: "inputs",
} as const satisfies OutputArgs<ClusterNetworkProps>;

export const EXISTING_NETWORK_OUTPUTS = {
  vpcId: "input",
  computeSubnetId: "input",
  secondSubnetId: "input",
  privateZoneId: "input",
  tags: "inputs",
} as const satisfies OutputArgs<ClusterNetworkAttributes>;

export type ClusterNetworkArgs = ConstructArgs<ClusterNetworkProps, typeof OUTPUTS>;
export type ExistingNetworkArgs = ConstructArgs<ClusterNetworkAttributes, typeof EXISTING_NETWORK_OUTPUTS>;

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
  cloud: aws,
  name: "ClusterNetwork",
  args: argKinds(CLUSTER_NETWORK, OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.ClusterNetwork(scope, id, props),
  outputs,
};
const EXISTING: ConstructKind<IClusterNetwork, Outputs> = {
  cloud: aws,
  name: "ClusterNetwork",
  args: argKinds(EXISTING_NETWORK, EXISTING_NETWORK_OUTPUTS),
  make: (scope, id, props) => defaultCloud.parts.ClusterNetwork.import(scope, id, props),
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
