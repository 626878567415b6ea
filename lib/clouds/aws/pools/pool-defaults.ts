import type { InstanceType } from "../../../catalog/types";
import type { CapacitySource, NodePool } from "../../../model/model";

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
  readonly adopter: NonNullable<NodePool["adoptedBy"]>["kind"] | undefined;
}

/** Root volume: gp3 beyond its free 3,000 IOPS and 125 MB/s, so that container images unpack in a third of the time. */
export const ROOT_VOLUME = { sizeGiB: 200, iops: 6000, throughputMBps: 500 } as const;

/** Where the array of the local disks is mounted on nodes that boot by our own steps. */
export const NVME_PATH = "/scratch";

/** Seconds from launch to a node that takes work: GPU nodes were seen at 4 to 7 minutes (aws/aws-parallelcluster#6842). */
const BOOT_SECONDS = { gpu: 420, cpu: 180 } as const;

/** Operating system that Slurm's packages and today's images are for. */
const OS = "ubuntu-24.04";

/**
 * AWS publishes Lustre's client for the 6.8 kernels of Ubuntu 22.04's images; those of 24.04 had moved on to 7.0 in September 2026.
 * Slurm's packages are 24.04's all the same, so this is for fleets.
 * @see https://docs.aws.amazon.com/dlami/latest/devguide/aws-deep-learning-ami-gpubaseossarm64-ul2404-2026-09-30.html
 */
const LUSTRE_OS = "ubuntu-22.04";

/** Seconds from launch to a node that takes work. */
export function bootSeconds({ acceleratorCount }: Pick<InstanceType, "acceleratorCount">): number {
  return acceleratorCount > 0 ? BOOT_SECONDS.gpu : BOOT_SECONDS.cpu;
}

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
export function defaultOs({
  adopter,
  mountsLustre,
}: Pick<PoolFacts, "adopter" | "mountsLustre">): typeof OS | typeof LUSTRE_OS {
  return adopter === "fleet" && mountsLustre ? LUSTRE_OS : OS;
}

/** Containers reach the metadata service over one more hop; pods get credentials from Pod Identity, and one hop keeps them from the node's. */
export function defaultImdsHopLimit({ adopter }: Pick<PoolFacts, "adopter">): number {
  return adopter === "kubernetes" ? 1 : 2;
}

/** The array of the local disks, where the type has some. */
export function defaultNvmePath({ localNvme }: Pick<InstanceType, "localNvme">): string | null {
  return localNvme === null ? null : NVME_PATH;
}
