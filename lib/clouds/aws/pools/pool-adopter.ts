import type { NodePool } from "../../../model/model";

/** Image family of Kubernetes nodes. */
type NodeImage = "al2023" | "bottlerocket";

interface Adopter {
  /** Name of the adopter in the model, its construct id. */
  readonly name: string;
  /** Further security groups that its nodes join. @default - none */
  readonly securityGroupIds?: readonly string[];
}

/**
 * Whoever starts a pool's nodes. Slurm and fleets launch from the pool's templates; Kubernetes has images and a boot of its own and
 * launches from node groups or node classes.
 */
export type PoolAdopter =
  | (Adopter & { readonly kind: "slurm" })
  | (Adopter & { readonly kind: "fleet" })
  | (Adopter & {
      readonly kind: "kubernetes";
      readonly nodeImage: NodeImage;
      /** Group that EKS makes for the cluster, in which nodes and control plane reach one another. */
      readonly clusterSecurityGroupId: string;
      /** Whether a release of the image is named. */
      readonly imagePinned: boolean;
    });

/** An adopter as people call it. */
export function adopterInWords({ kind, name }: NonNullable<NodePool["adoptedBy"]>): string {
  const what = { slurm: "SlurmHeadNode", kubernetes: "KubeRayCluster", fleet: "NodeFleet" }[kind];
  return `${what} "${name}"`;
}
