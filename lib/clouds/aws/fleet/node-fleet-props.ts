import type { GpuNodePool } from "../pools/gpu-node-pool";

export interface NodeFleetProps {
  /** Pool of the nodes. */
  readonly pool: GpuNodePool;
  /** Number of running nodes, within the pool's `nodes`. @default - nodes.min, or nodes.max if min is 0 and nothing scales the fleet */
  readonly size?: number;
  /**
   * Mean GPU utilization, percent, 1 to 100, that scaling targets; requires the GPU metrics of ClusterMonitoring.
   * @default - a fixed size
   */
  readonly targetGpuUtilizationPercent?: number;
  /**
   * Number of Availability Zones, 1 or 2. With 2, nodes also launch into the network's second private subnet, so that a service
   * survives the loss of a zone and finds more capacity. Only for nodes without a fabric, a placement group or file systems of one
   * zone; blocks and reservations stay in their zone. The network then has a NAT gateway in each zone. Traffic between zones costs 0.01 USD per GB in each direction (us-east-1).
   * @see https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer_within_the_same_AWS_Region
   * @default 1
   */
  readonly zones?: 1 | 2;
  /** Target group that nodes join, by ARN; needs `targetPort`. @default - none */
  readonly targetGroupArn?: string;
  /**
   * Port on the nodes for requests and health checks of the target group, 1 to 65,535; it is opened in the nodes' security group.
   * @default - none: required with `targetGroupArn`
   */
  readonly targetPort?: number;
  /**
   * Security groups of the load balancer: only these can then reach `targetPort`. A Network Load Balancer with client IP
   * preservation needs this if clients are outside the VPC.
   * @default - all addresses of the VPC
   * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/network/target-group-register-targets.html#target-security-groups
   */
  readonly targetSecurityGroupIds?: readonly string[];
  /** Number of stopped nodes in the warm pool, 0 or more. Not with Spot or several capacity sources, for which EC2 has no warm pool. @default 0 */
  readonly warmNodes?: number;
  /**
   * Whether a change of the launch template (image, user data, even a tag) replaces running nodes, 10 % of them at a time. With
   * false, running nodes keep the old one, which suits long training runs, and only new nodes use the change.
   * @default true
   */
  readonly rollingUpdates?: boolean;
  /** Seconds until a node must report that it is healthy before it is replaced: a whole number, 60 to 7,200. @default 1800 */
  readonly healthTimeoutSeconds?: number;
}
