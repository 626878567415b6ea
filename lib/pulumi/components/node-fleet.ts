import type * as pulumi from "@pulumi/pulumi";
import { NodeFleet as Construct } from "../../clouds/aws/fleet/node-fleet";
import type { NodeFleetProps } from "../../clouds/aws/fleet/node-fleet-props";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

const TABLE = {
  pool: "plain",
  size: "plain",
  targetGpuUtilizationPercent: "plain",
  targetGroupArn: "input",
  targetPort: "plain",
  targetSecurityGroupIds: "inputs",
  warmNodes: "plain",
  healthTimeoutSeconds: "plain",
} as const satisfies ArgTable<NodeFleetProps>;

export type NodeFleetArgs = ConstructArgs<NodeFleetProps, typeof TABLE>;

interface Outputs extends Record<string, unknown> {
  readonly autoscalingGroupNames: string[];
  readonly rendezvousName: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  name: "NodeFleet",
  args: TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
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
