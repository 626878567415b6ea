import type { InstanceType } from "../../../catalog/types";
import type { CapacitySource } from "../../../model/model";
import type { AdopterTraits, NodeOs } from "./pool-adopter";

/** What decides a pool's defaults, in facts that a construct's props have and a blueprint's text has too. */
export interface PoolFacts {
  readonly type: InstanceType;
  /** Most nodes. */
  readonly maxNodes: number;
  readonly sources: readonly CapacitySource["kind"][];
  readonly onFabric: boolean;
  /** Whether nodes mount Lustre, whose client they then need. */
  readonly mountsLustre: boolean;
  /** Who starts the nodes; undefined until somebody does. */
  readonly adopter: AdopterTraits | undefined;
}

/** Where the array of the local disks is mounted on nodes that boot by our own steps. */
export const NVME_PATH = "/scratch";

/** What holds of nodes that nobody starts yet. */
const UNADOPTED = { imdsHopLimit: 2, os: { usual: "ubuntu-24.04", withLustre: "ubuntu-24.04" } } as const;

/** A group of their own for nodes that talk over a fabric and are not placed by a block or a reservation. */
export function defaultPlacement({
  onFabric,
  maxNodes,
  sources,
}: Pick<PoolFacts, "onFabric" | "maxNodes" | "sources">): "cluster" | "none" {
  const placeable = sources.some((kind) => kind === "spot" || kind === "on-demand");
  return onFabric && maxNodes > 1 && placeable ? "cluster" : "none";
}

/** Operating system of the newest image. */
export function defaultOs({ adopter, mountsLustre }: Pick<PoolFacts, "adopter" | "mountsLustre">): NodeOs {
  const { usual, withLustre } = (adopter ?? UNADOPTED).os;
  return mountsLustre ? withLustre : usual;
}

/** Containers reach the metadata service over one more hop than the node's own programs. */
export function defaultImdsHopLimit({ adopter }: Pick<PoolFacts, "adopter">): number {
  return (adopter ?? UNADOPTED).imdsHopLimit;
}

/** The array of the local disks, where the type has some. */
export function defaultNvmePath({ localNvme }: Pick<InstanceType, "localNvme">): string | null {
  return localNvme === null ? null : NVME_PATH;
}
