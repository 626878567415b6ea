import type * as pulumi from "@pulumi/pulumi";
import { InfiniBandFabric as Construct } from "../../clouds/aws/fabric/infiniband-fabric";
import type { InfiniBandFabricProps } from "../../clouds/aws/fabric/infiniband-fabric-props";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

const TABLE = {
  network: "plain",
  nicLayout: "plain",
  securityGroupId: "input",
  hugePages2MiB: "plain",
} as const satisfies ArgTable<InfiniBandFabricProps>;

export type InfiniBandFabricArgs = ConstructArgs<InfiniBandFabricProps, typeof TABLE>;

interface Outputs extends Record<string, unknown> {
  readonly securityGroupId: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  name: "InfiniBandFabric",
  args: TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
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
