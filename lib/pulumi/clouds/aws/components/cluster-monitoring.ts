import type * as pulumi from "@pulumi/pulumi";
import { CLUSTER_MONITORING } from "../../../../clouds/aws-tables";
import {
  type ClusterMonitoring as Construct,
  defaultCloud,
  type GpuNodePool,
  type ClusterMonitoringProps as Props,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

/** Pools in a scope are components; whatever else can be watched has none. */
type ClusterMonitoringProps = Omit<Props, "pools"> & { readonly pools: readonly GpuNodePool[] };

export const MONITORING_OUTPUTS = {
  emails: "inputs",
  topicArn: "input",
  kmsKeyArn: "input",
} as const satisfies OutputArgs<ClusterMonitoringProps>;

export type ClusterMonitoringArgs = ConstructArgs<ClusterMonitoringProps, typeof MONITORING_OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly topicArn: string;
  readonly logGroupName: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: aws,
  name: "ClusterMonitoring",
  args: argKinds(CLUSTER_MONITORING, MONITORING_OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.ClusterMonitoring(scope, id, props),
  outputs: { topicArn: ({ topic }) => topic.arn, logGroupName: ({ logGroup }) => logGroup.name },
};

/**
 * Agents, dashboard, alarms and a budget for pools and file systems of the same ClusterScope.
 *
 * @throws WarpformError as its construct, and on wrong arguments
 */
export class ClusterMonitoring extends ConstructComponent<Construct, Outputs> {
  /** Topic that alarms go to: `new aws.sns.TopicSubscription("pager", { topic: monitoring.topicArn, … })`. */
  public readonly topicArn: pulumi.Output<string>;
  /** Log group of the nodes. */
  public readonly logGroupName: pulumi.Output<string>;

  constructor(id: string, args: ClusterMonitoringArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.topicArn = this.later.topicArn;
    this.logGroupName = this.later.logGroupName;
  }
}
