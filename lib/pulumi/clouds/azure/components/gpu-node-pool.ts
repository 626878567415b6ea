import type * as pulumi from "@pulumi/pulumi";
import { azureCloud, type GpuNodePool as Construct, type GpuNodePoolProps } from "../../../../clouds/azure-cloud";
import { GPU_NODE_POOL } from "../../../../clouds/azure-tables";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { azure } from "../azure";
import type { ConstructArgs } from "../construct-args";

export const POOL_OUTPUTS = { adminPublicKey: "input" } as const satisfies OutputArgs<GpuNodePoolProps>;

export type GpuNodePoolArgs = ConstructArgs<GpuNodePoolProps, typeof POOL_OUTPUTS>;

const KIND: ConstructKind<Construct, Record<string, never>> = {
  cloud: azure,
  name: "GpuNodePool",
  args: argKinds(GPU_NODE_POOL, POOL_OUTPUTS),
  make: (scope, id, props) => new azureCloud.parts.GpuNodePool(scope, id, props),
  outputs: {},
};

/**
 * What a node is and how many there may be, in a ClusterScope; a scheduler or a fleet of the same scope starts the nodes.
 *
 * @throws WarpformError as its construct, and on wrong arguments
 */
export class GpuNodePool extends ConstructComponent<Construct, Record<string, never>> {
  constructor(id: string, args: GpuNodePoolArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
  }
}
