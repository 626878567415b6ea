import { LUSTRE_THROUGHPUT, LUSTRE_THROUGHPUTS, LUSTRE_TIERS } from "../../../catalog/azure/lustre-tiers";
import { optional, type Table } from "../../../props/field";
import { list, part } from "../../../props/nested-fields";
import { flag, number, oneOf, text } from "../../../props/simple-fields";
import { accountName, subnetId } from "../network/cluster-network-table";
import { network } from "../network/network-field";
import {
  CONFLICT_RESOLUTIONS,
  DAYS,
  type LustreAutoExportProps,
  type LustreAutoImportProps,
  type LustreBlobsProps,
  type LustreStorageAttributes,
  type LustreStorageProps,
} from "./lustre-storage-props";

/** All blobs of the container. */
export const ALL_BLOBS = "/";

/** Paths of jobs begin at the root of the file system and of the container. */
const prefix = (example: string) => text({ like: /^\//, words: 'a prefix that begins with "/"', example });

/** What auto-export takes. */
export const AUTO_EXPORT = {
  prefix: optional(prefix("/checkpoints"), ALL_BLOBS),
} satisfies Table<LustreAutoExportProps>;

/** What auto-import takes. */
export const AUTO_IMPORT = {
  prefixes: optional(list(prefix("/datasets"), { words: "a list of prefixes", most: 100 }), [ALL_BLOBS]),
  conflictResolution: optional(oneOf(CONFLICT_RESOLUTIONS), "Skip"),
  deletions: optional(flag(), false),
} satisfies Table<LustreAutoImportProps>;

const BLOBS = {
  accountName: accountName("trainlustreblobs"),
  providerPrincipalId: text({
    like: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    words: "the object id of a service principal",
    example: "00000000-0000-0000-0000-000000000000",
  }),
  importPrefix: optional(prefix("/datasets"), ALL_BLOBS),
  autoExport: optional(part<LustreAutoExportProps>(AUTO_EXPORT)),
  autoImport: optional(part<LustreAutoImportProps>(AUTO_IMPORT)),
} satisfies Table<LustreBlobsProps>;

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
  blobs: optional(part<LustreBlobsProps>(BLOBS)),
  subnetId: optional(subnetId()),
} satisfies Table<LustreStorageProps>;

/** What LustreStorage.import takes. */
export const EXISTING_LUSTRE = {
  mgsAddress: text({
    like: /^\d{1,3}(\.\d{1,3}){3}$/,
    words: "an IPv4 address",
    example: "10.0.128.4",
  }),
  availabilityZone: text({ known: "nodes must be in it", example: "eastus-1" }),
  capacityTiB: optional(number({ min: 1, unit: "TiB" })),
  throughputPerTiB: optional(oneOf(LUSTRE_THROUGHPUTS)),
} satisfies Table<LustreStorageAttributes>;
