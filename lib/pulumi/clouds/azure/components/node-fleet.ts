import type * as pulumi from "@pulumi/pulumi";
import { type AzureCloud, azureCloud } from "../../../../clouds/azure-cloud";
import { NODE_FLEET } from "../../../../clouds/azure-tables";
import type { Part, PropsOf } from "../../../../clouds/cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { azure } from "../azure";
import type { ConstructArgs } from "../construct-args";

type Construct = Part<AzureCloud, "NodeFleet">;
type NodeFleetProps = PropsOf<AzureCloud, "NodeFleet">;

const OUTPUTS = {} as const satisfies OutputArgs<NodeFleetProps>;

export type NodeFleetArgs = ConstructArgs<NodeFleetProps, typeof OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly scaleSetId: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: azure,
  name: "NodeFleet",
  args: argKinds(NODE_FLEET, OUTPUTS),
  make: (scope, id, props) => new azureCloud.parts.NodeFleet(scope, id, props),
  outputs: { scaleSetId: ({ scaleSet }) => scaleSet.id },
};

/** Nodes of a pool that always run, as one scale set, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class NodeFleet extends ConstructComponent<Construct, Outputs> {
  public readonly scaleSetId: pulumi.Output<string>;

  constructor(id: string, args: NodeFleetArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.scaleSetId = this.later.scaleSetId;
  }
}
