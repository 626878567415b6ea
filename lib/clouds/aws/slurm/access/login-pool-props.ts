/** A pool of identical login nodes, behind one DNS name if SSH is open. */
export interface SlurmLoginPoolProps {
  /** Name of the pool and of its record in the private DNS zone, `<name>.<zone>`: 2 to 24 lower-case letters, digits and dashes. */
  readonly name: string;
  /** Number of login nodes in the pool, 1 to 16. @default 1 */
  readonly count?: number;
  /** Instance type. Types with GPUs are allowed, for visualization and tests. @default m7i.large */
  readonly instanceType?: string;
  /** CIDR blocks that can reach SSH, through a load balancer of the pool. @default - none: Session Manager only */
  readonly cidrs?: readonly string[];
  /** Public subnets of that load balancer. @default - the load balancer is internal, in the compute subnet */
  readonly subnetIds?: readonly string[];
  /** Additional security groups of these nodes. @default - `securityGroupIds` of the head */
  readonly securityGroupIds?: readonly string[];
  /** Names of users who can log in over SSH, from `users` or the directory (`AllowUsers` of sshd). @default - all users of the cluster */
  readonly allowUsers?: readonly string[];
  /** Names of groups whose members can log in over SSH (`AllowGroups` of sshd). @default - all users of the cluster */
  readonly allowGroups?: readonly string[];
}
