/** Login nodes of one kind: all equal, behind one name where SSH is open. */
export interface SlurmLoginPoolProps {
  /** Name of the pool, and its name in the private zone: `<name>.<zone>`. Lower-case letters, digits and dashes, 2 to 24. */
  readonly name: string;
  /** Login nodes in the pool, 1 to 16. @default 1 */
  readonly count?: number;
  /** Instance type; one with GPUs is allowed, for visualization and tests. @default m7i.large */
  readonly instanceType?: string;
  /** Address blocks that may reach SSH, through a load balancer of the pool. @default - none: Session Manager only */
  readonly cidrs?: readonly string[];
  /** Public subnets of that load balancer. @default - it is internal, in the compute subnet */
  readonly subnetIds?: readonly string[];
  /** Further security groups of these nodes. @default - those in `securityGroupIds` of the head */
  readonly securityGroupIds?: readonly string[];
  /** Users who may log in by SSH, of `users` or the directory (sshd's `AllowUsers`). @default - all users of the cluster */
  readonly allowUsers?: readonly string[];
  /** Groups whose members may log in by SSH (sshd's `AllowGroups`). @default - all users of the cluster */
  readonly allowGroups?: readonly string[];
}
