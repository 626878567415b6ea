import { openZfsTier, openZfsTiers } from "../../../../catalog/openzfs-tiers";
import type { OpenZfsTier } from "../../../../catalog/types";
import { Problems } from "../../../../errors";
import { checkPropShapes } from "../../../common/prop-shapes";
import { isKnown } from "../../../common/terraform-text";
import type { SharedHomeOpenZfsProps } from "./shared-home-openzfs-props";
import type { SharedHomeProps } from "./shared-home-props";

const STORAGE_SHAPES = {
  kmsKeyArn: "kmsKey?",
  securityGroupId: "securityGroup?",
  clientSecurityGroupId: "securityGroup?",
  deletionProtected: "boolean?",
} as const;

/** https://docs.aws.amazon.com/efs/latest/ug/API_LifecyclePolicy.html; 0 is ours, for never. */
const INFREQUENT_ACCESS_DAYS = [0, 1, 7, 14, 30, 60, 90, 180, 270, 365];
const THROUGHPUT_MODES = ["elastic", "bursting", "provisioned"];
/** https://docs.aws.amazon.com/efs/latest/ug/API_CreateFileSystem.html: 3,414 is what an account gets without asking. */
const MAX_PROVISIONED_MIBPS = 3414;
const MAX_BACKUP_DAYS = 90;

/** Checks what a SharedHome was given; throws one error with all problems. */
export function validateSharedHome(path: string, props: SharedHomeProps): void {
  checkPropShapes(`SharedHome "${path}"`, props, {
    network: "network",
    directory: "text?",
    backups: "boolean?",
    subnetIds: "subnets?",
    ...STORAGE_SHAPES,
  });
  const problems = new Problems();
  const mode = props.throughputMode ?? "elastic";
  if (!THROUGHPUT_MODES.includes(mode)) {
    problems.add(
      "not-allowed",
      "throughputMode",
      `throughputMode must be elastic, bursting or provisioned, got "${mode}"; use elastic`,
    );
  }
  const rate = props.provisionedMiBps;
  if (mode === "provisioned" && !(rate !== undefined && rate >= 1 && rate <= MAX_PROVISIONED_MIBPS)) {
    problems.add(
      "out-of-range",
      "provisionedMiBps",
      `provisionedMiBps must be 1 to ${MAX_PROVISIONED_MIBPS} with throughputMode provisioned, got ${rate}; use 256 or throughputMode elastic`,
    );
  }
  if (mode !== "provisioned" && rate !== undefined) {
    problems.add(
      "conflict",
      "provisionedMiBps",
      `provisionedMiBps needs throughputMode provisioned, got ${mode}; leave it out or use provisioned`,
    );
  }
  const days = props.infrequentAccessAfterDays ?? 30;
  if (!INFREQUENT_ACCESS_DAYS.includes(days)) {
    const near = [...INFREQUENT_ACCESS_DAYS].sort((a, b) => Math.abs(a - days) - Math.abs(b - days))[0];
    problems.add(
      "not-allowed",
      "infrequentAccessAfterDays",
      `infrequentAccessAfterDays must be one of ${INFREQUENT_ACCESS_DAYS.join(", ")}, got ${days}; use ${near}`,
    );
  }
  const directory = props.directory ?? "/home";
  if (isKnown(directory) && !/^(\/[^/\s$]+){1,4}$/.test(directory)) {
    problems.add(
      "malformed",
      "directory",
      `directory must be a path of at most four parts from the file system's root, got "${directory}"; use "/home"`,
    );
  }
  if (props.subnetIds?.length === 0) {
    problems.add(
      "required",
      "subnetIds",
      "subnetIds must name at least one subnet, got none; leave it out for the compute subnet",
    );
  }
  problems.throwIfAny(`SharedHome "${path}"`);
}

/** Checks what SharedHome.openZfs was given and finds its tier; throws one error with all problems. */
export function validateSharedHomeOpenZfs(path: string, props: SharedHomeOpenZfsProps): OpenZfsTier {
  checkPropShapes(`SharedHome.openZfs "${path}"`, props, {
    network: "network",
    capacityGiB: "number",
    ...STORAGE_SHAPES,
  });
  const problems = new Problems();
  const deploymentType = props.deploymentType ?? "SINGLE_AZ_HA_2";
  const tier = openZfsTier(deploymentType);
  if (tier === undefined) {
    const names = openZfsTiers().map((row) => row.deploymentType);
    problems.add(
      "not-allowed",
      "deploymentType",
      `deploymentType must be one of ${names.join(", ")}, got "${deploymentType}"; use SINGLE_AZ_HA_2`,
    );
  } else {
    const { minCapacityGiB: least, maxCapacityGiB: most } = tier;
    const capacity = props.capacityGiB;
    if (!(Number.isInteger(capacity) && capacity >= least && capacity <= most)) {
      problems.add(
        "out-of-range",
        "capacityGiB",
        `capacityGiB must be a whole number from ${least} to ${most}, got ${capacity}; use ${capacity > most ? most : Math.max(least, Math.ceil(capacity) || least)}`,
      );
    }
    const rate = props.throughputMBps;
    if (rate !== undefined && !tier.throughputMBps.includes(rate)) {
      const up = tier.throughputMBps.find((value) => value > rate) ?? tier.throughputMBps.at(-1);
      problems.add(
        "not-allowed",
        "throughputMBps",
        `throughputMBps must be one of ${tier.throughputMBps.join(", ")} for ${deploymentType}, got ${rate}; use ${up}`,
      );
    }
  }
  const days = props.backupRetentionDays ?? 7;
  if (!(Number.isInteger(days) && days >= 0 && days <= MAX_BACKUP_DAYS)) {
    problems.add(
      "out-of-range",
      "backupRetentionDays",
      `backupRetentionDays must be a whole number from 0 to ${MAX_BACKUP_DAYS}, got ${days}; use ${days > MAX_BACKUP_DAYS ? MAX_BACKUP_DAYS : 7}`,
    );
  }
  problems.throwIfAny(`SharedHome.openZfs "${path}"`);
  return tier!;
}
