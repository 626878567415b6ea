export interface ClusterNetworkProps {
  /** Zone of the compute nodes, `us-east-2a`: GPUs that talk to one another must share it. The region follows from it. */
  readonly availabilityZone: string;
  /**
   * Name of the cluster: prefix of resource names, value of the tag `warpform:cluster`. 2 to 40 lower-case letters, digits
   * and dashes. Changing it replaces most resources.
   * @default - id of the stack
   */
  readonly clusterName?: string;
  /** IPv4 CIDR block of the VPC, /16 to /24. Changing it replaces the VPC. @default 10.0.0.0/16 */
  readonly vpcCidr?: string;
  /** Block of the compute nodes' subnet. @default - first half of the VPC: 32,763 usable addresses of a /16 */
  readonly computeSubnetCidr?: string;
  /**
   * Zone of the second private subnet, for services that require two zones (EKS, databases). It is created if needed.
   * @default - same region, letter `b` (or `a` where the first is `b`)
   */
  readonly secondAvailabilityZone?: string;
  /**
   * How nodes reach the internet: through a NAT gateway (about 33 USD per month and 0.045 USD per GB in us-east-1; S3 traffic uses
   * the gateway endpoint and is exempt), or without internet access, with interface endpoints for the AWS services that nodes need.
   * @default nat
   */
  readonly egress?: "nat" | "endpoints-only";
  /**
   * AWS services to reach by interface endpoint, by short name (`ecr.api`), or by whole name (`com.amazonaws.us-east-2.ecr.api`) where a service
   * is newer than warpform's list. Other names are errors at synth; `preflight.sh` checks whether the zone has the service. Each
   * costs about 7.30 USD per month and zone, and
   * 0.01 USD per GB (us-east-1, https://aws.amazon.com/privatelink/pricing/).
   * @default - none with `nat`; ec2, ec2messages, ssm, ssmmessages, logs, monitoring, secretsmanager, sts, kms, autoscaling
   * and fsx with `endpoints-only`, and those that a Kubernetes cluster in it calls
   */
  readonly interfaceEndpoints?: readonly string[];
  /** Whether VPC flow logs are written to CloudWatch and kept for one year. @default true */
  readonly flowLogs?: boolean;
  /** ARN of the KMS key that encrypts the flow logs. @default - a key of the network's own */
  readonly flowLogsKmsKeyArn?: string;
  /** ARN of the permissions boundary for the flow logs' role. @default - none */
  readonly permissionsBoundaryArn?: string;
  /** Private DNS zone in which nodes find the head. @default - `<clusterName>.internal` */
  readonly privateZoneName?: string;
  /** Tags of all resources in the network. @default - none except Name and warpform:cluster */
  readonly tags?: Readonly<Record<string, string>>;
}

/** Attributes of an existing VPC. */
export interface ClusterNetworkAttributes {
  /** Zone of the compute subnet. */
  readonly availabilityZone: string;
  /** Id of the VPC. */
  readonly vpcId: string;
  /** IPv4 CIDR block of the VPC. */
  readonly vpcCidr: string;
  /** Private subnet for the nodes, in `availabilityZone`, without automatic public addresses. */
  readonly computeSubnetId: string;
  /** CIDR block of that subnet, to check the number of addresses. @default - not checked */
  readonly computeSubnetCidr?: string;
  /** Private subnet in another zone, for EKS and databases. @default - none: constructs that need two zones refuse */
  readonly secondSubnetId?: string;
  /** ID of the private hosted zone to use; set `privateZoneName` too. @default - a zone `<clusterName>.internal` is created */
  readonly privateZoneId?: string;
  /** Name of that zone. @default - `<clusterName>.internal` */
  readonly privateZoneName?: string;
  /** How the subnet reaches the internet. @default nat */
  readonly egress?: "nat" | "endpoints-only";
  /** Whether the subnet's route table has an S3 gateway endpoint, for the review. @default false */
  readonly s3GatewayEndpoint?: boolean;
  /** AWS services with an interface endpoint in the VPC, by short name (`ecr.api`); the review checks them with `endpoints-only`. @default - none */
  readonly interfaceEndpoints?: readonly string[];
  /** Name of the cluster: prefix of resource names. @default - id of the stack */
  readonly clusterName?: string;
  /** Tags of the resources that are created in it. @default - none */
  readonly tags?: Readonly<Record<string, string>>;
}
