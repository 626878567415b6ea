import type { SlurmCluster } from "../definition/slurm-cluster";
import { slurmPaths } from "./program-paths";

/** Stands for the database password, which the head fills in from Secrets Manager; Terraform never sees it. */
export const databasePasswordPlaceholder = "@DATABASE_PASSWORD@";

/**
 * slurmdbd.conf, or null without accounting. Job and step records are purged once a month; usage stays for fair share and reports.
 * @see https://slurm.schedmd.com/slurmdbd.conf.html
 */
export function slurmdbdConf(cluster: SlurmCluster): string | null {
  const { accounting } = cluster;
  if (accounting.kind === "none") return null;
  // Of nodes and partitions the database knows nothing to hide.
  const kept = cluster.privateData.filter((each) => each !== "nodes" && each !== "partitions");
  const byKey = cluster.authentication === "slurm";
  return [
    `# slurmdbd.conf of ${cluster.name}, written by warpform`,
    `AuthType=${byKey ? "auth/slurm" : "auth/munge"}`,
    ...(cluster.restApi ? ["AuthAltTypes=auth/jwt", `AuthAltParameters=jwt_key=${slurmPaths.tokenKey}`] : []),
    `DbdHost=${cluster.controllers[0]}`,
    "SlurmUser=slurm",
    `LogFile=${slurmPaths.log}/slurmdbd.log`,
    `PidFile=${slurmPaths.run}/slurmdbd.pid`,
    ...(kept.length > 0 ? [`PrivateData=${kept.join(",")}`] : []),
    "StorageType=accounting_storage/mysql",
    `StorageHost=${accounting.databaseHost}`,
    `StoragePort=${accounting.databasePort}`,
    `StorageUser=${accounting.databaseUser}`,
    `StoragePass=${databasePasswordPlaceholder}`,
    `StorageLoc=${accounting.databaseName}`,
    ...(accounting.databaseCaFile === null ? [] : [`StorageParameters=SSL_CA=${accounting.databaseCaFile}`]),
    `PurgeEventAfter=${accounting.purgeMonths}month`,
    `PurgeJobAfter=${accounting.purgeMonths}month`,
    `PurgeResvAfter=${accounting.purgeMonths}month`,
    `PurgeStepAfter=${accounting.purgeMonths}month`,
    `PurgeSuspendAfter=${accounting.purgeMonths}month`,
    "",
  ].join("\n");
}
