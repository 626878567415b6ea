import { efaInterfaces } from "../../catalog/instance-types";
import { interfacesOf } from "../../model/aws/aws-model";
import { ipCards } from "../../model/aws/nic-layout";
import type { Bucket, FileSystem } from "../../model/model";
import { add } from "../../remedies/remedy";
import { prop, type Sentence, say } from "../../remedies/sentence";
import { lustreRate, provisionedRate, type StorageRate, s3Rate } from "../../sizing/storage/storage-rate";
import { objectStorageOf } from "../clouds/list";
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

/** What each kind of file system is called. */
export const FILE_SYSTEM_NAMES: Readonly<Record<FileSystem["kind"], string>> = {
  lustre: "Lustre",
  efs: "EFS",
  openzfs: "OpenZFS",
  nfs: "NFS",
  beegfs: "BeeGFS",
  cephfs: "CephFS",
  "spectrum-scale": "Storage Scale",
  weka: "WEKA",
};

const storeName = ({ kind, name }: FileSystem) => `${FILE_SYSTEM_NAMES[kind]} ${name}`;

/** Bandwidth of a node over IP: that of its plain interfaces' cards, or all of it where the cards' own is unknown. */
export function ipGbps({ pool, type }: PoolFacts): number {
  if (type === null) return 0;
  const cards = ipCards(interfacesOf(pool));
  const known = type.networkCards.filter((card) => cards.has(card.index)).map((card) => card.bandwidthGbps);
  if (known.length === 0 || known.includes(null)) return type.networkGbps;
  return Math.min(
    type.networkGbps,
    known.reduce<number>((sum, gbps) => sum + (gbps ?? 0), 0),
  );
}

/** What is left between nodes without a fabric: TCP over the IP interfaces, at the rate that holds without burst credits. */
export function tcpGbps(p: PoolFacts): number {
  return Math.min(ipGbps(p), p.type?.networkBaselineGbps ?? 0);
}

/** The rate of a file system whose throughput is published for its tier or provisioned; null for others. */
function fileSystemStore(fileSystem: FileSystem, p: PoolFacts): Store | null {
  const gbps = ipGbps(p);
  const tier = tierOf(fileSystem);
  if (fileSystem.capacityGiB && tier !== undefined && tier.diskReadMBpsPerTiB !== null) {
    const efa = fileSystem.overFabric && p.type !== null && efaInterfaces(p.type) > 0;
    return {
      name: storeName(fileSystem),
      rate: lustreRate(tier, fileSystem.capacityGiB, efa ? "efa" : "ena"),
      nodeGbps: efa ? (p.type?.networkGbps ?? gbps) : gbps,
      fileSystem,
    };
  }
  if (!fileSystem.throughputMBps) return null;
  return {
    name: storeName(fileSystem),
    rate: provisionedRate(fileSystem.throughputMBps),
    nodeGbps: gbps,
    fileSystem,
  };
}

/** File systems that the pool's jobs reach for a purpose: all that are mounted, or those that they may write to. */
export function mountedFor(design: Design, p: PoolFacts, purpose: "checkpoints" | "datasets"): FileSystem[] {
  const mounts = design.mounts.filter((m) => m.pool === p && (purpose === "datasets" || !m.readOnly));
  return mounts.flatMap(({ fileSystem }) => fileSystem ?? []);
}

/** Whether somebody of the design may write to a bucket; what a role that exists already may do is not known. */
function mayWrite({ writable }: Bucket, { pool }: PoolFacts): boolean {
  return writable !== false || pool.existingProfile !== undefined;
}

/** The fastest kind of file system of the pool, or else a bucket of the cluster; null without either or with unknown rates. */
export function storeOf(design: Design, p: PoolFacts, purpose: "checkpoints" | "datasets"): Store | null {
  const gbps = ipGbps(p);
  const mounted = mountedFor(design, p, purpose);
  const stores = mounted.flatMap((fileSystem) => fileSystemStore(fileSystem, p) ?? []);
  const lustre = stores.find(({ fileSystem }) => fileSystem?.kind === "lustre");
  const [first] = stores;
  if (first !== undefined) return lustre ?? first;
  const buckets = design.cluster.buckets.filter((b) => purpose === "datasets" || mayWrite(b, p));
  const bucket =
    buckets.find((b) => b.purpose === purpose) ??
    buckets.find((b) => b.purpose === "datasets" || b.purpose === "checkpoints");
  if (bucket === undefined || gbps <= 0 || mounted.length > 0) return null;
  return {
    name: `${objectStorageOf(design)} bucket ${bucket.name}`,
    rate: s3Rate(Math.max(1, p.nodesAtOnce), gbps),
    nodeGbps: gbps,
    fileSystem: null,
  };
}

/** The file system that a store of that name is; undefined for buckets. */
function fileSystemOf({ cluster }: Design, name: string): FileSystem | undefined {
  return cluster.fileSystems.find((one) => storeName(one) === name);
}

/** How a store of that name is made faster, in the user's own props: a bucket gives each node what its network does already. */
export function fasterStore(design: Design, name: string): Sentence {
  const fileSystem = fileSystemOf(design, name);
  if (fileSystem?.kind === "lustre") return say`raise ${prop("throughputPerTiB")} or ${prop("capacityTiB")} of ${name}`;
  if (fileSystem?.throughputMBps) return say`raise ${prop("throughputMBps")} of ${name}, or ${add("lustre")}`;
  return say`${add("lustre")}, since ${name} is limited by the nodes' network bandwidth`;
}
