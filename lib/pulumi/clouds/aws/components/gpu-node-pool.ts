import type * as pulumi from "@pulumi/pulumi";
import { GPU_NODE_POOL } from "../../../../clouds/aws-tables";
import { type GpuNodePool as Construct, defaultCloud, type GpuNodePoolProps } from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

export const POOL_OUTPUTS = {
  bootSteps: ["text"],
  volumeKmsKeyArn: "input",
  instanceProfileName: "input",
  permissionsBoundaryArn: "input",
  securityGroupIds: "inputs",
  tags: "inputs",
} as const satisfies OutputArgs<GpuNodePoolProps>;

export type GpuNodePoolArgs = ConstructArgs<GpuNodePoolProps, typeof POOL_OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly securityGroupId: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: aws,
  name: "GpuNodePool",
  args: argKinds(GPU_NODE_POOL, POOL_OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.GpuNodePool(scope, id, props),
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
