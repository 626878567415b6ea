import { ADOPTERS, type AdopterKind } from "../../../remedies/adopters";
import type { GpuSharing } from "../../common/pools/gpu-sharing";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";
import type { DlamiOs, Image } from "./image";

/** Systems that our boot steps and Slurm's packages are for. */
export type NodeOs = Exclude<DlamiOs, "al2023">;

/** What holds of nodes by who starts them, whatever the cluster. Each adopter brings its own; a pool asks for it and names none. */
export interface AdopterTraits {
  readonly kind: AdopterKind;
  /** Hops over which the metadata service answers, unless told otherwise. */
  readonly imdsHopLimit: number;
  /** System of the newest image, by whether the nodes mount Lustre, whose client they then need. */
  readonly os: { readonly usual: NodeOs; readonly withLustre: NodeOs };
  /** Image that nodes boot where the pool names none. @default - AWS's Deep Learning image of `os`, or the plain one without accelerators */
  readonly image?: Image;
  /** Whether whoever launches names no subnet, so that the pool's templates must; EC2 refuses two. */
  readonly templatesNameSubnet: boolean;
  /** Whether nodes read their tags from the metadata service, which takes fewer characters in a tag's key. */
  readonly readsTagsFromMetadata: boolean;
  /** Whether root on its nodes stays root on the file systems that they mount, where a file system maps root to nobody. */
  readonly keepsRootOnMounts: boolean;
  /** Whether whoever launches adds parts to the user data, which it must be able to read: not compressed as a whole. @default false */
  readonly addsUserData?: boolean;
  /** Ways to share a GPU that work there. */
  readonly gpuSharing: readonly GpuSharing["kind"][];
  /** Props of a pool that its nodes have no use for, each with the reason: to give one is an error. */
  readonly without: Readonly<Partial<Record<keyof GpuNodePoolProps, string>>>;
}

/** Images and disks of nodes that do not launch from the pool's templates. */
export interface OwnNodes {
  /** Image in the model. */
  readonly imageFamily: string;
  /** Whether a release of the image is named. */
  readonly imagePinned: boolean;
  /** Where the image mounts the array of the local disks. */
  readonly nvmePath: string;
  /** Device of the volume that holds images and logs. */
  readonly rootDevice: string;
}

/** Whoever starts a pool's nodes. */
export interface PoolAdopter extends AdopterTraits {
  /** Name of the adopter in the model, its construct id. */
  readonly name: string;
  /** Null for nodes that launch from the pool's templates and boot by its steps. */
  readonly ownNodes: OwnNodes | null;
  /** Group in which nodes and control plane reach one another, before all others. @default - none */
  readonly clusterSecurityGroupId?: string;
  /** Whether nodes are in several zones. @default false */
  readonly spansZones?: boolean;
  /** Further security groups that its nodes join. @default - none */
  readonly securityGroupIds?: readonly string[];
}

/** An adopter as people call it. */
export function adopterInWords({ kind, name }: Pick<PoolAdopter, "kind" | "name">): string {
  return `${ADOPTERS[kind].construct} "${name}"`;
}
