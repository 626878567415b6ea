import { GIB_PER_FSX_TIB } from "../../../../catalog/storage/lustre-capacity";
import { lustreLimit, lustreTiers } from "../../../../catalog/storage/lustre-tiers";
import { tierRange } from "../../../../catalog/storage/tier-range";
import type { LustreTier } from "../../../../catalog/types";
import { optional, type Table } from "../../../../props/field";
import { list, part } from "../../../../props/nested-fields";
import { flag, number, oneOf, text, whole } from "../../../../props/simple-fields";
import { fabric } from "../../fabric/fabric-field";
import { network } from "../../network/network-field";
import { kmsKey, securityGroup } from "../../shared/aws-fields";
import { bucket } from "../storage-fields";
import { DEFAULT_TIER } from "./lustre-defaults";
import type { LustreDataRepository, LustreStorageProps } from "./lustre-storage-props";

const TIERS = lustreTiers();
type Figure = "throughputPerTiB" | "throughputStepMBps" | "minCapacityGiB";
const of =
  (figure: Figure) =>
  (tier: LustreTier): readonly number[] => {
    const value = tier[figure];
    return value === undefined || value === null ? [] : [value];
  };
const CAPACITY_TIB = {
  min: tierRange(TIERS, of("minCapacityGiB")).min / GIB_PER_FSX_TIB,
  max: lustreLimit("storage-capacity-max").value / GIB_PER_FSX_TIB,
};
const ELASTIC_MBPS = {
  min: tierRange(TIERS, of("throughputStepMBps")).min,
  max: lustreLimit("intelligent-tiering-throughput-max").value,
};

const EVENTS = ["NEW", "CHANGED", "DELETED"] as const;
const events = () => list(oneOf(EVENTS), { unique: true });

/** @see https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreConfiguration.html (AutomaticBackupRetentionDays, RootSquash) */
const MAX_BACKUP_DAYS = 90;
/** FSx takes 64; two are the Slurm controllers'. */
const MAX_NO_SQUASH_NIDS = 62;

/** What a directory that mirrors a bucket takes. */
export const LUSTRE_DATA_REPOSITORY = {
  bucket: bucket(),
  prefix: optional(text({ empty: true })),
  path: text({ example: "/imagenet", known: "repositories must not overlap" }),
  autoImport: optional(events(), EVENTS),
  autoExport: optional(events(), []),
} satisfies Table<LustreDataRepository>;

/** What a LustreStorage takes; which values go together depends on the tier. */
export const LUSTRE_STORAGE = {
  network: network(),
  capacityTiB: optional(
    number({ ...CAPACITY_TIB, unit: "TiB", known: "it is checked against FSx's steps", byOthers: true }),
  ),
  throughputPerTiB: optional(
    number({ ...tierRange(TIERS, of("throughputPerTiB")), unit: "MB/s per TiB", byOthers: true }),
  ),
  throughputMBps: optional(number({ ...ELASTIC_MBPS, unit: "MB/s", byOthers: true })),
  deploymentType: optional(
    oneOf(["PERSISTENT_2", "PERSISTENT_1", "SCRATCH_2", "SCRATCH_1"]),
    DEFAULT_TIER.deploymentType,
  ),
  storageType: optional(oneOf(["SSD", "HDD", "INTELLIGENT_TIERING"]), DEFAULT_TIER.storageType),
  readCacheGiB: optional(number({ min: 0, unit: "GiB", byOthers: true })),
  hddReadCache: optional(flag(), true),
  fabric: optional(fabric()),
  efaEnabled: optional(flag()),
  metadataIops: optional(
    number({
      ...tierRange(TIERS, ({ metadataIops = [] }) => metadataIops),
      unit: "operations per second",
      byOthers: true,
    }),
  ),
  importFrom: optional(bucket()),
  dataRepositories: optional(list(part<LustreDataRepository>(LUSTRE_DATA_REPOSITORY), { words: "a list of objects" })),
  compression: optional(flag()),
  kmsKeyArn: optional(kmsKey()),
  backupRetentionDays: optional(whole({ min: 0, max: MAX_BACKUP_DAYS, unit: "days" })),
  rootSquash: optional(
    text({ like: /^\d{1,10}:\d{1,10}$/, words: "a user and a group number", example: "65534:65534" }),
  ),
  noSquashNids: optional(
    list(
      text({
        like: /^([0-9[\]-]*\.){3}[0-9[\]-]*@tcp$/,
        words: "an address or range on tcp",
        example: "10.0.1.6@tcp",
      }),
      { most: MAX_NO_SQUASH_NIDS },
    ),
  ),
  weeklyMaintenance: optional(
    text({
      like: /^[1-7]:([01]\d|2[0-3]):[0-5]\d$/,
      words: "day (1 is Monday), hour and minute in UTC",
      example: "7:03:00",
    }),
  ),
  deletionProtected: optional(flag(), true),
  securityGroupId: optional(securityGroup()),
  clientSecurityGroupId: optional(securityGroup()),
} satisfies Table<LustreStorageProps>;
