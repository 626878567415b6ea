import type * as pulumi from "@pulumi/pulumi";
import { NODE_FLEET } from "../../../../clouds/aws-tables";
import { type NodeFleet as Construct, defaultCloud, type NodeFleetProps } from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

const OUTPUTS = {
  targetGroupArn: "input",
  targetSecurityGroupIds: "inputs",
} as const satisfies OutputArgs<NodeFleetProps>;

export type NodeFleetArgs = ConstructArgs<NodeFleetProps, typeof OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly autoscalingGroupNames: string[];
  readonly rendezvousName: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: aws,
  name: "NodeFleet",
  args: argKinds(NODE_FLEET, OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.NodeFleet(scope, id, props),
  outputs: {
    autoscalingGroupNames: (fleet) => fleet.autoscalingGroups.map(({ name }) => name),
    rendezvousName: (fleet) => fleet.rendezvousName,
  },
};

/** Nodes of a pool that always run, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class NodeFleet extends ConstructComponent<Construct, Outputs> {
  /** Auto Scaling groups, in the order of the pool's capacity. */
  public readonly autoscalingGroupNames: pulumi.Output<string[]>;
  /** DNS name of the fleet's first node, for `--rdzv-endpoint`. */
  public readonly rendezvousName: pulumi.Output<string>;

  constructor(id: string, args: NodeFleetArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.autoscalingGroupNames = this.later.autoscalingGroupNames;
    this.rendezvousName = this.later.rendezvousName;
  }
}
