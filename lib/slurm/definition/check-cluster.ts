import type { Problems } from "../../errors";
import { checkedProps } from "../../props/check-props";
import { withDefaults } from "../../props/with-defaults";
import { checkJobs } from "./check-jobs";
import { checkPartitions } from "./check-partitions";
import { checkPolicy } from "./check-policy";
import { checkPools } from "./check-pools";
import { checkTopology } from "./check-topology";
import { checkName, checkUnique } from "./check-value";
import type { SlurmAccountingOptions, SlurmOptions } from "./slurm-options";
import { SLURM_ACCOUNTING, SLURM_CLUSTER, SLURM_PRIORITY, SLURM_UPDATES } from "./slurm-tables";
import { slurmFeatures } from "./versions";

/**
 * Everything that can be wrong with a cluster's options, all at once; what each may be by itself is said in its table.
 * @throws WarpformError where one is of a kind of which nothing can be read; `where` names who gave the options
 */
export function checkCluster(options: SlurmOptions, where: string): Problems {
  const problems = checkedProps(where, SLURM_CLUSTER, options);
  checkName(problems, "name", options.name, "cluster");
  checkVersion(options, problems);
  const { controllers = [] } = options;
  checkUnique(problems, "controllers", controllers, "");
  controllers.forEach((host, index) => {
    checkName(problems, `controllers[${index}]`, host, "host");
  });
  checkJobs(options, problems);
  checkTopology(options, problems);
  checkUpdates(options, problems);
  checkUse(options, problems);
  checkAccounting(options, problems);
  checkPools(options, problems);
  checkPartitions(options, problems);
  checkPolicy(options, problems);
  return problems;
}

function checkVersion(options: SlurmOptions, problems: Problems): void {
  const { version, topology, authentication } = withDefaults(SLURM_CLUSTER, options);
  if (problems.has("version")) return;
  const features = slurmFeatures(version);
  if (authentication === "slurm" && !features.authSlurm) {
    problems.add(
      "not-allowed",
      "authentication",
      `authentication "slurm" needs Slurm 23.11, got ${version}; use "munge"`,
    );
  }
  if (topology?.kind === "block" && !features.blockTopology) {
    problems.add("not-allowed", "topology", `topology "block" needs Slurm 24.05, got ${version}; use "tree"`);
  }
}

function checkUpdates({ updates = {} }: SlurmOptions, problems: Problems): void {
  const { strategy, atOnce } = withDefaults(SLURM_UPDATES, updates);
  if (atOnce !== undefined && strategy === "keep") {
    problems.add(
      "conflict",
      "updates.atOnce",
      'updates.atOnce is how many nodes are replaced at once, and strategy "keep" replaces none; use strategy "drain", or leave it out',
    );
  }
}

function checkUse({ priority = {} }: SlurmOptions, problems: Problems): void {
  const reset = priority.usageReset ?? SLURM_PRIORITY.usageReset.default;
  if (reset !== "none" && (priority.halfLifeDays ?? 0) > 0) {
    problems.add(
      "conflict",
      "priority.halfLifeDays",
      `priority.halfLifeDays must be 0 where use starts again ${reset}, got ${priority.halfLifeDays}; leave it out`,
    );
  }
  if (reset === "none" && priority.halfLifeDays === 0) {
    problems.add(
      "conflict",
      "priority.halfLifeDays",
      `priority.halfLifeDays 0 needs usageReset, or use counts indefinitely; use usageReset "monthly"`,
    );
  }
}

function checkAccounting({ accounting }: SlurmOptions, problems: Problems): void {
  if (accounting === undefined) return;
  const { kind, databaseHost, databaseCaFile } = accounting;
  if (kind === "external" && (databaseHost ?? "") === "") {
    problems.add(
      "required",
      "accounting.databaseHost",
      `accounting.databaseHost must be the host of the external database, got none; give its endpoint`,
    );
  }
  if (kind !== "external" && databaseHost !== undefined) {
    problems.add(
      "conflict",
      "accounting.databaseHost",
      `accounting.databaseHost cannot be used with kind "${kind}"; use kind "external"`,
    );
  }
  if (kind !== "external" && databaseCaFile !== undefined) {
    problems.add(
      "conflict",
      "accounting.databaseCaFile",
      `accounting.databaseCaFile cannot be used with kind "${kind}"; use kind "external"`,
    );
  }
  checkDatabase(accounting, problems);
  if (kind === "local") checkOwnDatabase(accounting, problems);
}

/** What MariaDB has for itself: a password for its root would keep the head's set-up out of it. */
const OF_MARIADB = {
  databaseName: ["mysql", "information_schema", "performance_schema", "sys"],
  databaseUser: ["root", "mysql"],
};

function checkOwnDatabase(accounting: SlurmAccountingOptions, problems: Problems): void {
  for (const prop of ["databaseName", "databaseUser"] as const) {
    const value = accounting[prop];
    if (value === undefined || !OF_MARIADB[prop].includes(value.toLowerCase())) continue;
    const path = `accounting.${prop}`;
    const message = `${path} must not be one of MariaDB's own, got "${value}"; use "${SLURM_ACCOUNTING[prop].default}", or leave it out`;
    problems.add("not-allowed", path, message);
  }
}

/**
 * The password of a database elsewhere is in a secret of the cloud, which a prop of the cloud's head names; that of the head's own is made there.
 *
 * @param prop of accounting, with what it must be given
 */
export function checkDatabasePassword(
  problems: Problems,
  kind: string,
  secret: string | undefined,
  prop: { readonly name: string; readonly give: string },
): void {
  const path = `accounting.${prop.name}`;
  if (kind === "external" && secret === undefined) {
    const message = `${path} is required for an external database; give ${prop.give} whose value is the password`;
    problems.add("required", path, message);
  }
  if (kind !== "external" && secret !== undefined) {
    const message = `${path} cannot be used with kind "${kind}", whose password the head makes; leave it out`;
    problems.add("conflict", path, message);
  }
}

/** They stand in slurmdbd.conf and in SQL. A host may be a reference that only Terraform resolves, so only what no host has is refused. */
function checkDatabase({ databaseHost, databaseName, databaseUser }: SlurmAccountingOptions, problems: Problems): void {
  if (databaseHost !== undefined && /[\s#"'=,/]|:\d+$/.test(databaseHost)) {
    problems.add(
      "malformed",
      "accounting.databaseHost",
      `accounting.databaseHost must be only a host name, got ${JSON.stringify(databaseHost)}; give the port in databasePort`,
    );
  }
  const names = [
    ["databaseName", databaseName, 64, SLURM_ACCOUNTING.databaseName.default],
    ["databaseUser", databaseUser, 32, SLURM_ACCOUNTING.databaseUser.default],
  ] as const;
  for (const [prop, value, longest, use] of names) {
    if (value === undefined || (/^\w+$/.test(value) && value.length <= longest)) continue;
    const path = `accounting.${prop}`;
    problems.add(
      "malformed",
      path,
      `${path} must be letters, digits and _, at most ${longest}, got ${JSON.stringify(value)}; use ${use}`,
    );
  }
}
