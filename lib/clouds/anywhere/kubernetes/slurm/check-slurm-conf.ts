import type { Problems } from "../../../../errors";
import { checkOptionText, nearestOptions, slurmConfOption } from "../../../../slurm/definition/check-extra-options";
import { checkOptionValue } from "../../../../slurm/definition/check-option-values";
import { SLINKY_SLURM_VERSION } from "./define-existing-slurm";

const OPERATOR = "the operator writes it";
const POOLS = "it follows from the pools";
const ISOLATION = "jobs are kept to their GPUs, cores and memory by it";

/**
 * Options that cannot be given, by their name in lower case: why.
 * @see SlinkyProject/slurm-operator@v1.2.1 internal/builder/controllerbuilder/controller_config.go (`buildSlurmConf`)
 */
const DENIED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...[
      ...[
        "ClusterName",
        "SlurmUser",
        "SlurmdUser",
        "SlurmctldHost",
        "SlurmctldPort",
        "SlurmdPort",
        "StateSaveLocation",
      ],
      ...["SlurmdSpoolDir", "MaxNodeCount", "SlurmctldLogFile", "SlurmSchedLogFile", "SlurmdLogFile", "AuthType"],
      ...["CredType", "AuthAltTypes", "AuthAltParameters", "AuthInfo", "SlurmctldParameters", "AccountingStorageType"],
      ...["AccountingStorageHost", "AccountingStoragePort", "Include"],
    ].map((name) => [name, OPERATOR]),
    ...["NodeName", "NodeSet", "GresTypes", "AccountingStorageTRES"].map((name) => [name, POOLS]),
    ...["TaskPlugin", "TaskProlog", "ProctrackType", "SelectType"].map((name) => [name, ISOLATION]),
    ["PartitionName", "partitions write it"],
    ["JobAcctGatherType", "it follows from accounting"],
    ["PropagateResourceLimitsExcept", "jobs need the locked memory of the node for RDMA"],
    ["LaunchParameters", "salloc needs it on login pods"],
    ["ReturnToService", "nodes whose pod was replaced come back by it"],
  ].map(([name, why]) => [name!.toLowerCase(), why!]),
);

/** Checks options of slurm.conf that are given as they are: slurmctld does not start with one that it does not know. */
export function checkSlurmConf(problems: Problems, given: Readonly<Record<string, string | number>>): void {
  const seen = new Set<string>();
  for (const [key, value] of Object.entries(given)) {
    const path = `slurm.slurmConf.${key}`;
    const option = slurmConfOption(key);
    const denied = DENIED[key.toLowerCase()];
    if (denied !== undefined)
      problems.add("not-allowed", path, `${path} cannot be set, because ${denied}; leave it out`);
    else if (option === undefined) {
      const [near] = nearestOptions(key);
      problems.add("unknown-name", path, `${path} is not an option of slurm.conf${near ? `; nearest is ${near}` : ""}`);
    } else if (option.until !== null)
      problems.add(
        "not-allowed",
        path,
        `${path} is an option of Slurm up to ${option.until}, and the images have ${SLINKY_SLURM_VERSION}; leave it out`,
      );
    else if (seen.has(option.name))
      problems.add(
        "duplicate",
        path,
        `${path} is set twice, since slurm.conf does not tell upper from lower case; remove one of them`,
      );
    else if (checkOptionText(path, value, problems))
      checkOptionValue(path, option.name, String(value).trim(), problems);
    if (option) seen.add(option.name);
  }
}
