/** Slurm's REST API (slurmrestd) on the head, with JSON Web Tokens. */
export interface SlurmRestApiProps {
  /**
   * IPv4 CIDR blocks that can reach the API by HTTPS, through a load balancer.
   * @default - none: the API listens on the head's loopback address alone, port 6820, for Session Manager's port forwarding
   */
  readonly cidrs?: readonly string[];
  /** ARN of the load balancer's certificate in AWS Certificate Manager. @default - required with `cidrs` */
  readonly certificateArn?: string;
  /** Public subnets of the load balancer. @default - it is internal, in the compute subnet */
  readonly subnetIds?: readonly string[];
}
