import type { IClusterNetwork } from "../network/i-cluster-network";
import type { BootStep } from "../shared/boot-step";
import type { Grantee } from "../storage/buckets/i-bucket";
import type { ILustreStorage } from "../storage/lustre/i-lustre-storage";

/** A pool whose nodes can be monitored: a GpuNodePool. */
export interface MonitoredPool extends Grantee {
  readonly name: string;
  readonly boot: { add(step: BootStep): void };
}

export interface ClusterMonitoringProps {
  /** Network of the cluster. */
  readonly network: IClusterNetwork;
  /**
   * Pools whose nodes run the CloudWatch agent. A node with 8 GPUs has some 90 custom metrics, about 27 USD per month
   * while it runs (0.30 USD per metric in us-east-1, https://aws.amazon.com/cloudwatch/pricing/).
   */
  readonly pools: readonly MonitoredPool[];
  /** Lustre file systems to monitor. @default - none */
  readonly fileSystems?: readonly ILustreStorage[];
  /** Minutes that the GPUs of a node must be idle before the alarm: a multiple of 5, 5 to 180; 0 for no alarm. @default 30 */
  readonly idleGpuMinutes?: number;
  /** GPU utilization, percent, 1 to 50, below which a node is idle; its busiest GPU counts. @default 5 */
  readonly idleGpuPercent?: number;
  /** GPU temperature, °C, above which an alarm fires, 40 to 110; 0 for none. Most GPUs slow down between 85 and 95. @default 85 */
  readonly maxGpuTemperatureCelsius?: number;
  /** Used capacity of a Lustre file system, percent, above which an alarm fires, 50 to 99; 0 for none. @default 85 */
  readonly lustreFullPercent?: number;
  /**
   * Monthly budget of the cluster, US dollars. Costs are attributed by the tag `warpform:cluster`, which must be active for cost
   * allocation (see `activateCostTag`). Alarms at 80 and 100 percent of the budget, and when the forecast of the month exceeds it.
   * @default - no budget
   */
  readonly monthlyBudgetUsd?: number;
  /**
   * Whether to activate `warpform:cluster` as cost allocation tag. Only the organization's management account may, and only
   * once AWS Billing has seen the tag, up to a day after the first apply.
   * @default false
   * @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/activating-tags.html
   */
  readonly activateCostTag?: boolean;
  /** Email addresses that receive each alarm, after they have confirmed the subscription. @default - none */
  readonly emails?: readonly string[];
  /** ARN of an existing SNS topic for alarms; CloudWatch and AWS Budgets must be allowed to publish. @default - one is created */
  readonly topicArn?: string;
  /**
   * ARN of the KMS key for logs and alarms; CloudWatch, CloudWatch Logs and AWS Budgets must be allowed to use it.
   * @default - a dedicated key
   */
  readonly kmsKeyArn?: string;
  /** Days that logs are kept: 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400 or 545. @default 365 */
  readonly logRetentionDays?: number;
  /** Seconds between measurements, 10, 30 or 60. Below 60 CloudWatch charges for high resolution. @default 60 */
  readonly intervalSeconds?: number;
  /** Whether to create a dashboard, named like the cluster. @default true */
  readonly dashboard?: boolean;
}
