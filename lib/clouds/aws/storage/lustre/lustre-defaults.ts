import { lustreTiers } from "../../../../catalog/storage/lustre-tiers";
import type { LustreTier } from "../../../../catalog/types";

/** Tier that a file system has where nothing else is asked for. */
export const DEFAULT_TIER = { deploymentType: "PERSISTENT_2", storageType: "SSD" } as const;

const BACKUP_DAYS = 7;

/** Rows of the catalog for a deployment and storage type, one for each throughput that is sold. */
export function tiersOf(
  deploymentType: string = DEFAULT_TIER.deploymentType,
  storageType: string = DEFAULT_TIER.storageType,
): LustreTier[] {
  return lustreTiers().filter((tier) => tier.deploymentType === deploymentType && tier.storageType === storageType);
}

/** Whether storage grows with its content and throughput is bought by itself. */
export const isElastic = (tier: LustreTier): boolean => tier.throughputStepMBps !== undefined;

/** Whether FSx encrypts with a key of yours and can back up: scratch does neither. */
export const isPersistent = ({ deploymentType }: Pick<LustreTier, "deploymentType">): boolean =>
  deploymentType.startsWith("PERSISTENT");

/** The lowest throughput that is sold, MB/s/TiB; null where it is not bought by capacity. */
export function defaultThroughputPerTiB(tiers: readonly LustreTier[]): number | null {
  const all = tiers.flatMap(({ throughputPerTiB }) => throughputPerTiB ?? []);
  return all.length === 0 ? null : Math.min(...all);
}

/** Metadata operations per second to provision; null where FSx does by capacity. Elastic storage has no automatic mode. */
export function defaultMetadataIops(tier: LustreTier): number | null {
  return isElastic(tier) ? (tier.metadataIops?.[0] ?? null) : null;
}

/** FSx backs up no file system that is linked to a bucket, and elastic storage is durable by itself. */
export function defaultBackupDays(tier: LustreTier, linked: boolean): number {
  return isPersistent(tier) && !isElastic(tier) && !linked ? BACKUP_DAYS : 0;
}

/** SSD and HDD compress unless told otherwise; elastic storage does not. */
export const defaultCompression = (tier: LustreTier): boolean => !isElastic(tier);
