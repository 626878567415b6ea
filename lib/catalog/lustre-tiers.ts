import rows from "./data/lustre-tiers.json";
import type { LustreTier } from "./types";

const tiers = rows as readonly LustreTier[];

/** All FSx for Lustre deployments: type, storage and throughput per TiB. */
export function lustreTiers(): readonly LustreTier[] {
  return tiers;
}

/**
 * The tier with that deployment type, storage type and throughput per TiB (MB/s; null for SCRATCH and
 * INTELLIGENT_TIERING); undefined where FSx has none.
 */
export function lustreTier(
  deploymentType: LustreTier["deploymentType"],
  storageType: LustreTier["storageType"],
  throughputPerTiB: number | null,
): LustreTier | undefined {
  return tiers.find(
    (tier) =>
      tier.deploymentType === deploymentType &&
      tier.storageType === storageType &&
      tier.throughputPerTiB === throughputPerTiB,
  );
}
