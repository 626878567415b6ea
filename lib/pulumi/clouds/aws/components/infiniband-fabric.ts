import type * as pulumi from "@pulumi/pulumi";
import { INFINIBAND_FABRIC } from "../../../../clouds/aws-tables";
import {
  type InfiniBandFabric as Construct,
  defaultCloud,
  type InfiniBandFabricProps,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

const OUTPUTS = {
  securityGroupId: "input",
} as const satisfies OutputArgs<InfiniBandFabricProps>;

export type InfiniBandFabricArgs = ConstructArgs<InfiniBandFabricProps, typeof OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly securityGroupId: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: aws,
  name: "InfiniBandFabric",
  args: argKinds(INFINIBAND_FABRIC, OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.InfiniBandFabric(scope, id, props),
  outputs: { securityGroupId: (fabric) => fabric.securityGroupId },
};

/** The fabric of a cluster (on AWS: EFA), in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class InfiniBandFabric extends ConstructComponent<Construct, Outputs> {
  /** Group that lets the fabric's nodes reach one another. */
  public readonly securityGroupId: pulumi.Output<string>;

  constructor(id: string, args: InfiniBandFabricArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.securityGroupId = this.later.securityGroupId;
  }
}
