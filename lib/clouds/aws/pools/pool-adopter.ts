import type { NodePool } from "../../../model/model";

/** Whoever starts a pool's nodes. */
export interface PoolAdopter {
  readonly kind: NonNullable<NodePool["adoptedBy"]>["kind"];
  /** Name of the adopter in the model, its construct id. */
  readonly name: string;
  /**
   * Whether the launch template names the subnet. EC2 and Slurm launches want it there; an EKS node group brings its own and
   * refuses a second.
   */
  readonly subnetInTemplate: boolean;
  /** Further security groups that its nodes join; only with `subnetInTemplate`. */
  readonly securityGroupIds?: readonly string[];
  /**
   * Whether the adopter launches nodes by settings of its own, so that the pool's launch templates are not made: Kubernetes
   * nodes have other images and another boot. @default false
   */
  readonly ownLaunchSettings?: boolean;
  /** Image that its nodes boot instead of the pool's. @default - the pool's */
  readonly image?: NodePool["image"];
}
