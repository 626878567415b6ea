import type { GpuNodePool } from "../pools/gpu-node-pool";

export interface NodeFleetProps {
  /** Pool whose nodes are started. */
  readonly pool: GpuNodePool;
  /** How many nodes run, within the pool's `nodes`. @default - nodes.min, or nodes.max where min is 0 and nothing scales */
  readonly size?: number;
  /**
   * Mean GPU utilization, percent, 1 to 100, that the fleet is scaled to hold; needs ClusterMonitoring's GPU metrics.
   * @default - a fixed size
   */
  readonly targetGpuUtilizationPercent?: number;
  /**
   * Zones that nodes are in, 1 or 2: 2 also launches into the network's second private subnet, so that a service outlives a zone and finds
   * more capacity. For nodes without a fabric, a placement group or file systems of one zone; blocks and reservations stay in their own zone. The network then has a NAT gateway in each zone. Traffic between zones costs 0.01 USD per GB in each direction (us-east-1).
   * @see https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer_within_the_same_AWS_Region
   * @default 1
   */
  readonly zones?: 1 | 2;
  /** Target group that nodes join, by ARN; needs `targetPort`. @default - none */
  readonly targetGroupArn?: string;
  /**
   * Port of the nodes that the target group sends requests and health checks to, 1 to 65,535; the nodes' security group opens it.
   * @default - none: required with `targetGroupArn`
   */
  readonly targetPort?: number;
  /**
   * Security groups of the load balancer, which alone may then reach `targetPort`. A Network Load Balancer that keeps the clients'
   * addresses needs this where clients are outside the VPC.
   * @default - any address of the VPC may
   * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/network/target-group-register-targets.html#target-security-groups
   */
  readonly targetSecurityGroupIds?: readonly string[];
  /** Stopped nodes kept ready, a whole number of 0 or more. Not with spot or several sources: EC2 has no such warm pool. @default 0 */
  readonly warmNodes?: number;
  /**
   * Whether a change of what nodes are launched with (image, user data, even a tag) replaces running nodes, a tenth of them at once.
   * Without, they stay as they are, as a training run of days wants it, and only nodes launched later are new.
   * @default true
   */
  readonly rollingUpdates?: boolean;
  /** Seconds that a node has to report itself healthy before it is replaced, a whole number from 60 to 7,200. @default 1800 */
  readonly healthTimeoutSeconds?: number;
}
