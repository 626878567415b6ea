import type { LustreTier } from "../../../../catalog/types";
import { Problems } from "../../../../errors";
import { checkPropShapes } from "../../../common/prop-shapes";
import { isKnown } from "../../../common/terraform-text";
import { checkDataRepositories, dataRepositoriesOf } from "./lustre-data-repositories";
import type { LustreStorageProps } from "./lustre-storage-props";
import { checkLustreTier } from "./lustre-tier-validation";

const MAX_BACKUP_DAYS = 90;
const MAX_NO_SQUASH_NIDS = 64;

/** Checks what a LustreStorage was given and finds its tier; throws one error with all problems. */
export function validateLustreStorage(path: string, props: LustreStorageProps): LustreTier {
  checkPropShapes(`LustreStorage "${path}"`, props, {
    network: "network",
    fabric: "fabric?",
    importFrom: "bucket?",
    dataRepositories: "objects?",
    deploymentType: "text?",
    storageType: "text?",
    compression: "boolean?",
    kmsKeyArn: "kmsKey?",
    noSquashNids: "texts?",
    deletionProtected: "boolean?",
    securityGroupId: "securityGroup?",
    clientSecurityGroupId: "securityGroup?",
  });
  for (const [index, repository] of (props.dataRepositories ?? []).entries()) {
    checkPropShapes(`LustreStorage "${path}", dataRepositories[${index}]`, repository, {
      bucket: "bucket",
      path: "text",
      prefix: "text?",
      autoImport: "texts?",
      autoExport: "texts?",
    });
  }
  const problems = new Problems();
  const tier = checkLustreTier(problems, props);
  checkDataRepositories(problems, props);
  checkBackups(problems, props);
  checkAccess(problems, props);
  problems.throwIfAny(`LustreStorage "${path}"`);
  return tier!;
}

function checkBackups(problems: Problems, props: LustreStorageProps): void {
  const days = props.backupRetentionDays;
  if (days === undefined) return;
  if (!(Number.isInteger(days) && days >= 0 && days <= MAX_BACKUP_DAYS)) {
    problems.add(
      "out-of-range",
      "backupRetentionDays",
      `backupRetentionDays must be a whole number from 0 to ${MAX_BACKUP_DAYS}, got ${days}; use ${days > MAX_BACKUP_DAYS ? MAX_BACKUP_DAYS : 7}`,
    );
    return;
  }
  if (days > 0 && props.deploymentType?.startsWith("SCRATCH")) {
    problems.add(
      "conflict",
      "backupRetentionDays",
      `backupRetentionDays must be 0 for ${props.deploymentType}, which has no backups, got ${days}; use 0 or PERSISTENT_2`,
    );
  }
  if (days > 0 && dataRepositoriesOf(props).length > 0) {
    problems.add(
      "conflict",
      "backupRetentionDays",
      `backupRetentionDays must be 0 with data repositories, since FSx backs up no file system that is linked to S3, got ${days}; use 0 and let autoExport keep the data`,
    );
  }
}

function checkAccess(problems: Problems, props: LustreStorageProps): void {
  if (props.kmsKeyArn !== undefined && props.deploymentType?.startsWith("SCRATCH")) {
    problems.add(
      "conflict",
      "kmsKeyArn",
      `kmsKeyArn can't be set for ${props.deploymentType}, which FSx encrypts with a key of its own; leave it out or use PERSISTENT_2`,
    );
  }
  const squash = props.rootSquash;
  if (squash !== undefined && isKnown(squash) && !/^\d{1,10}:\d{1,10}$/.test(squash)) {
    problems.add(
      "malformed",
      "rootSquash",
      `rootSquash must be a user and a group number such as "65534:65534", got "${squash}"`,
    );
  }
  const nids = props.noSquashNids ?? [];
  if (nids.length > 0 && squash === undefined) {
    problems.add("conflict", "noSquashNids", 'noSquashNids needs rootSquash; add rootSquash "65534:65534"');
  }
  if (nids.length > MAX_NO_SQUASH_NIDS) {
    problems.add(
      "out-of-range",
      "noSquashNids",
      `noSquashNids must have at most ${MAX_NO_SQUASH_NIDS} entries, got ${nids.length}; use ranges such as "10.0.[2-10].[1-255]@tcp"`,
    );
  }
  for (const [index, nid] of nids.entries()) {
    if (isKnown(nid) && !/^([0-9[\]-]*\.){3}[0-9[\]-]*@tcp$/.test(nid)) {
      problems.add(
        "malformed",
        `noSquashNids[${index}]`,
        `noSquashNids[${index}] must be an address or range on tcp such as "10.0.1.6@tcp", got "${nid}"`,
      );
    }
  }
  const window = props.weeklyMaintenance;
  if (window !== undefined && isKnown(window) && !/^[1-7]:([01]\d|2[0-3]):[0-5]\d$/.test(window)) {
    problems.add(
      "malformed",
      "weeklyMaintenance",
      `weeklyMaintenance must be day, hour and minute in UTC such as "7:03:00" for Sunday 03:00, got "${window}"`,
    );
  }
}
