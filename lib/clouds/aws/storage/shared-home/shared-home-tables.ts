import { openZfsTiers } from "../../../../catalog/storage/openzfs-tiers";
import { tierRange } from "../../../../catalog/storage/tier-range";
import { optional, type Table } from "../../../../props/field";
import { flag, number, oneOf, text, whole } from "../../../../props/simple-fields";
import { network } from "../../network/network-field";
import { kmsKey, securityGroup, subnets } from "../../shared/aws-fields";
import { DEFAULT_OPENZFS_TYPE } from "./openzfs-defaults";
import type { SharedHomeOpenZfsProps } from "./shared-home-openzfs-props";
import type { SharedHomeProps } from "./shared-home-props";

/** https://docs.aws.amazon.com/efs/latest/ug/API_LifecyclePolicy.html; 0 is ours, for never. */
const INFREQUENT_ACCESS_DAYS = [0, 1, 7, 14, 30, 60, 90, 180, 270, 365];
/** https://docs.aws.amazon.com/efs/latest/ug/API_CreateFileSystem.html: 3,414 is what an account gets without asking. */
const MAX_PROVISIONED_MIBPS = 3414;
const MAX_BACKUP_DAYS = 90;

const CAPACITY_GIB = tierRange(openZfsTiers(), (tier) => [tier.minCapacityGiB, tier.maxCapacityGiB]);

const shared = () => ({
  network: network(),
  kmsKeyArn: optional(kmsKey()),
  securityGroupId: optional(securityGroup()),
  clientSecurityGroupId: optional(securityGroup()),
  deletionProtected: optional(flag(), true),
});

/** What a SharedHome takes. */
export const SHARED_HOME = {
  ...shared(),
  throughputMode: optional(oneOf(["elastic", "bursting", "provisioned"]), "elastic"),
  provisionedMiBps: optional(number({ min: 1, max: MAX_PROVISIONED_MIBPS, unit: "MiB/s" })),
  infrequentAccessAfterDays: optional(oneOf<number>(INFREQUENT_ACCESS_DAYS), 30),
  directory: optional(
    text({
      like: /^(\/[^/\s$]+){1,4}$/,
      words: "a path of at most four parts from the file system's root",
      example: "/home",
    }),
    "/home",
  ),
  backups: optional(flag(), true),
  subnetIds: optional(subnets()),
} satisfies Table<SharedHomeProps>;

/** What SharedHome.openZfs takes; which values go together depends on the deployment type. */
export const SHARED_HOME_OPENZFS = {
  ...shared(),
  capacityGiB: whole({ ...CAPACITY_GIB, unit: "GiB", byOthers: true }),
  throughputMBps: optional(
    number({ ...tierRange(openZfsTiers(), (tier) => tier.throughputMBps), unit: "MB/s", byOthers: true }),
  ),
  deploymentType: optional(oneOf(openZfsTiers().map((tier) => tier.deploymentType)), DEFAULT_OPENZFS_TYPE),
  backupRetentionDays: optional(whole({ min: 0, max: MAX_BACKUP_DAYS, unit: "days" }), 7),
} satisfies Table<SharedHomeOpenZfsProps>;
