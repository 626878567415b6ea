import { LUSTRE_THROUGHPUT, LUSTRE_THROUGHPUTS, LUSTRE_TIERS } from "../../../catalog/azure/lustre-tiers";
import { optional, type Table } from "../../../props/field";
import { part } from "../../../props/nested-fields";
import { number, oneOf, text } from "../../../props/simple-fields";
import { network } from "../network/network-field";
import { DAYS, type LustreStorageProps } from "./lustre-storage-props";

/** What a LustreStorage takes. */
export const LUSTRE_STORAGE = {
  network: network(),
  capacityTiB: number({ min: LUSTRE_TIERS[500].step, max: LUSTRE_TIERS[40].max, unit: "TiB" }),
  throughputPerTiB: optional(oneOf(LUSTRE_THROUGHPUTS), LUSTRE_THROUGHPUT),
  maintenanceWindow: optional(
    part({
      dayOfWeek: oneOf(DAYS),
      timeOfDayUtc: text({ like: /^([01]\d|2[0-3]):[0-5]\d$/, words: "a time of day in UTC", example: "03:00" }),
    }),
  ),
} satisfies Table<LustreStorageProps>;
