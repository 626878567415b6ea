import type { OpenZfsTier } from "../../../../catalog/types";

/** Two servers in one zone. */
export const DEFAULT_OPENZFS_TYPE = "SINGLE_AZ_HA_2";

/** The lowest throughput that a deployment type sells, MB/s. */
export function lowestThroughput({ throughputMBps }: OpenZfsTier): number {
  return Math.min(...throughputMBps);
}
