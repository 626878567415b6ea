import type { FileSystem } from "../../model/model";
import { lustreRate, type StorageRate, s3Rate } from "../../sizing/storage/storage-rate";
import type { Design, PoolFacts } from "../design";
import { tierOf } from "../lustre-tier-of";

/** Where a pool's jobs keep data, and how fast that is. */
export interface Store {
  /** `Lustre scratch`, `S3 bucket data`. */
  readonly name: string;
  readonly rate: StorageRate;
  /** A node's bandwidth to it, Gb/s. */
  readonly nodeGbps: number;
  /** Null where it is a bucket. */
  readonly fileSystem: FileSystem | null;
}

/** Bandwidth of a node over IP: that of its plain interfaces' cards, or all of it where the cards' own is unknown. */
export function ipGbps({ pool, type }: PoolFacts): number {
  if (type === null) return 0;
  const plain = pool.networkInterfaces.filter((i) => i.interfaceType !== "efa-only").map((i) => i.networkCardIndex);
  // EC2 gives a node that declares no interface one on card 0.
  const cards = new Set(pool.networkInterfaces.length > 0 ? plain : [0]);
  const known = type.networkCards.filter((card) => cards.has(card.index)).map((card) => card.bandwidthGbps);
  if (known.length === 0 || known.includes(null)) return type.networkGbps;
  return Math.min(
    type.networkGbps,
    known.reduce<number>((sum, gbps) => sum + (gbps ?? 0), 0),
  );
}

/** The writable Lustre file system of the pool, or else a bucket of the cluster; null without either or with unknown rates. */
export function storeOf(design: Design, p: PoolFacts, purpose: "checkpoints" | "datasets"): Store | null {
  const gbps = ipGbps(p);
  const mounts = design.mounts.filter((m) => m.pool === p && (purpose === "datasets" || !m.readOnly));
  for (const { fileSystem } of mounts) {
    const tier = fileSystem ? tierOf(fileSystem) : undefined;
    if (!fileSystem?.capacityGiB || tier === undefined || tier.diskReadMBpsPerTiB === null) continue;
    const efa = fileSystem.efaEnabled && (p.type?.maxEfaInterfaces ?? 0) > 0;
    return {
      name: `Lustre ${fileSystem.name}`,
      rate: lustreRate(tier, fileSystem.capacityGiB, efa ? "efa" : "ena"),
      nodeGbps: efa ? (p.type?.networkGbps ?? gbps) : gbps,
      fileSystem,
    };
  }
  const bucket =
    design.cluster.buckets.find((b) => b.purpose === purpose) ??
    design.cluster.buckets.find((b) => b.purpose === "datasets" || b.purpose === "checkpoints");
  if (bucket === undefined || gbps <= 0 || mounts.some((m) => m.fileSystem !== null)) return null;
  return {
    name: `S3 bucket ${bucket.name}`,
    rate: s3Rate(Math.max(1, p.pool.nodes.max), gbps),
    nodeGbps: gbps,
    fileSystem: null,
  };
}

/** How a store of that name is made faster, in the user's own props: a bucket gives each node what its network does already. */
export function fasterStore(name: string): string {
  if (name.startsWith("Lustre ")) return `raise throughputPerTiB or capacityTiB of ${name}`;
  return `mount a LustreStorage instead of ${name}, which is limited by the nodes' network bandwidth`;
}
