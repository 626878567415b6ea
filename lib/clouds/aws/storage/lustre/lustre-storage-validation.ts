import type { LustreTier } from "../../../../catalog/types";
import type { Problems } from "../../../../errors";
import { checkProps } from "../../../common/check-props";
import { checkDataRepositories, dataRepositoriesOf } from "./lustre-data-repositories";
import type { LustreStorageProps } from "./lustre-storage-props";
import { LUSTRE_STORAGE } from "./lustre-storage-table";
import { checkLustreTier } from "./lustre-tier-validation";

/** Checks what a LustreStorage was given and finds its tier; throws one error with all problems. */
export function validateLustreStorage(path: string, props: LustreStorageProps): LustreTier {
  const problems = checkProps(`LustreStorage "${path}"`, LUSTRE_STORAGE, props);
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
      `kmsKeyArn cannot be set for ${props.deploymentType}, which FSx encrypts with its own key; leave it out or use PERSISTENT_2`,
    );
  }
  if (props.noSquashNids !== undefined && props.rootSquash === "0:0") {
    problems.add(
      "conflict",
      "noSquashNids",
      'noSquashNids are exceptions to root squash, which rootSquash "0:0" turns off; leave one out',
    );
  }
}
