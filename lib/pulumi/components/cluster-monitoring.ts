import type * as pulumi from "@pulumi/pulumi";
import { ClusterMonitoring as Construct } from "../../clouds/aws/monitoring/cluster-monitoring";
import type { ClusterMonitoringProps as Props } from "../../clouds/aws/monitoring/cluster-monitoring-props";
import type { GpuNodePool } from "../../clouds/aws/pools/gpu-node-pool";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

/** Pools in a scope are components; whatever else can be watched has none. */
type ClusterMonitoringProps = Omit<Props, "pools"> & { readonly pools: readonly GpuNodePool[] };

export const MONITORING_TABLE = {
  network: "plain",
  pools: "plain",
  fileSystems: "plain",
  idleGpuMinutes: "plain",
  idleGpuPercent: "plain",
  maxGpuTemperatureCelsius: "plain",
  lustreFullPercent: "plain",
  monthlyBudgetUsd: "plain",
  activateCostTag: "plain",
  emails: "inputs",
  topicArn: "input",
  kmsKeyArn: "input",
  logRetentionDays: "plain",
  intervalSeconds: "plain",
  dashboard: "plain",
} as const satisfies ArgTable<ClusterMonitoringProps>;

export type ClusterMonitoringArgs = ConstructArgs<ClusterMonitoringProps, typeof MONITORING_TABLE>;

interface Outputs extends Record<string, unknown> {
  readonly topicArn: string;
  readonly logGroupName: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  name: "ClusterMonitoring",
  args: MONITORING_TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
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
