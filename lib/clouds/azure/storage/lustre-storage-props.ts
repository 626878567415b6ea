import type { LustreThroughput } from "../../../catalog/azure/lustre-tiers";
import type { ClusterNetwork } from "../network/cluster-network";

/** Days on which Azure may maintain a file system. */
export const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export interface LustreStorageProps {
  /** Network that it gets a subnet of. */
  readonly network: ClusterNetwork;
  /** Capacity, TiB, in steps of 48 at 40 MB/s per TiB, 16 at 125, 8 at 250 and 4 at 500. Changing it replaces the file system. */
  readonly capacityTiB: number;
  /** Throughput, MB/s per TiB: 40, 125, 250 or 500. Changing it replaces the file system. @default 250 */
  readonly throughputPerTiB?: LustreThroughput;
  /** When Azure may maintain it: day and time in UTC. @default Sunday, 03:00 */
  readonly maintenanceWindow?: {
    /** Day of the week, in English. */
    readonly dayOfWeek: (typeof DAYS)[number];
    /** Time of day in UTC, `03:00`. */
    readonly timeOfDayUtc: string;
  };
}
