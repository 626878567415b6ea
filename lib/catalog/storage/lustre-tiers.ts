import limitRows from "../data/lustre-limits.json";
import rows from "../data/lustre-tiers.json";
import { NamedTable } from "../named-table";
import type { LustreLimit, LustreTier } from "../types";

const tiers = rows as readonly LustreTier[];
const limits = new NamedTable<LustreLimit>("lustreLimit", limitRows);

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

/** All limits of FSx for Lustre that do not depend on the tier: what one client reaches, repository associations. */
export function lustreLimits(): readonly LustreLimit[] {
  return limits.rows;
}

/**
 * A limit by its name, `client-ena` for one.
 * @throws WarpformError `unknown-name` with the nearest names
 */
export function lustreLimit(name: string): LustreLimit {
  return limits.get(name);
}
