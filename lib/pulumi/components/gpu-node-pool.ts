import type * as pulumi from "@pulumi/pulumi";
import { GpuNodePool as Construct } from "../../clouds/aws/pools/gpu-node-pool";
import type { GpuNodePoolProps } from "../../clouds/aws/pools/gpu-node-pool-props";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

export const POOL_TABLE = {
  network: "plain",
  instanceType: "plain",
  nodes: "plain",
  fabric: "plain",
  capacity: "plain",
  placement: "plain",
  image: "plain",
  nvmeCache: "plain",
  mounts: "plain",
  gpuSharing: "plain",
  bootSteps: ["text"],
  rootVolumeGiB: "plain",
  volumeKmsKeyArn: "input",
  imdsHopLimit: "plain",
  detailedMonitoring: "plain",
  instanceProfileName: "input",
  permissionsBoundaryArn: "input",
  securityGroupIds: "inputs",
  labels: "plain",
  tags: "inputs",
} as const satisfies ArgTable<GpuNodePoolProps>;

export type GpuNodePoolArgs = ConstructArgs<GpuNodePoolProps, typeof POOL_TABLE>;

interface Outputs extends Record<string, unknown> {
  readonly securityGroupId: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  name: "GpuNodePool",
  args: POOL_TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
  outputs: { securityGroupId: (pool) => pool.securityGroup.id },
};

/**
 * What a node is and how many there may be, in a ClusterScope; a scheduler or a fleet of the same scope starts the nodes.
 *
 * @throws WarpformError as its construct, and on wrong arguments
 */
export class GpuNodePool extends ConstructComponent<Construct, Outputs> {
  /** Group of the pool's nodes. */
  public readonly securityGroupId: pulumi.Output<string>;

  constructor(id: string, args: GpuNodePoolArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.securityGroupId = this.later.securityGroupId;
  }
}
