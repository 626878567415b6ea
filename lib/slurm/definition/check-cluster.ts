import { Problems } from "../../errors";
import { nearest } from "../../units/nearest";
import { checkJobs } from "./check-jobs";
import { checkPartitions } from "./check-partitions";
import { checkPolicy } from "./check-policy";
import { checkPools } from "./check-pools";
import { checkTopology } from "./check-topology";
import { checkName, checkUnique, checkWhole } from "./check-value";
import type { SlurmAccountingOptions, SlurmOptions } from "./slurm-options";
import { type SlurmVersion, slurmFeatures, slurmVersions } from "./versions";

export const defaultVersion: SlurmVersion = "23.11";

/** Everything that can be wrong with a cluster's options, all at once. */
export function checkCluster(options: SlurmOptions): Problems {
  const problems = new Problems();
  checkName(problems, "name", options.name, "cluster");
  checkVersion(options, problems);
  const { controllers = [] } = options;
  if (controllers.length > 2) {
    problems.add(
      "out-of-range",
      "controllers",
      `controllers must be one or two hosts, got ${controllers.length}; keep two`,
    );
  }
  checkUnique(problems, "controllers", controllers, "");
  controllers.forEach((host, index) => {
    checkName(problems, `controllers[${index}]`, host, "host");
  });
  checkJobs(options, problems);
  checkTopology(options, problems);
  checkNumbers(options, problems);
  checkAccounting(options, problems);
  checkPools(options, problems);
  checkPartitions(options, problems);
  checkPolicy(options, problems);
  return problems;
}

function checkVersion(options: SlurmOptions, problems: Problems): void {
  const { version = defaultVersion, topology, authentication } = options;
  if (!slurmVersions.includes(version)) {
    const [near] = nearest(version, slurmVersions);
    problems.add(
      "unknown-name",
      "version",
      `version must be one of ${slurmVersions.join(", ")}, got ${version}; use ${near ?? defaultVersion}`,
    );
    return;
  }
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
  const { strategy = "keep", atOnce } = updates;
  if (!["keep", "drain"].includes(strategy)) {
    problems.add(
      "not-allowed",
      "updates.strategy",
      `updates.strategy must be "keep" or "drain", got "${strategy}"; use "drain"`,
    );
  }
  checkWhole(problems, "updates.atOnce", atOnce, { min: 1, max: 1000, unit: "nodes" });
  if (atOnce !== undefined && strategy === "keep") {
    problems.add(
      "conflict",
      "updates.atOnce",
      'updates.atOnce is how many nodes are replaced at once, and strategy "keep" replaces none; use strategy "drain", or leave it out',
    );
  }
}

function checkNumbers(options: SlurmOptions, problems: Problems): void {
  checkWhole(problems, "suspendMinutes", options.suspendMinutes, { min: 1, max: 1440, unit: "minutes" });
  checkWhole(problems, "resumeTimeoutSeconds", options.resumeTimeoutSeconds, { min: 60, max: 7200, unit: "seconds" });
  checkWhole(problems, "blockDrainMinutes", options.blockDrainMinutes, { min: 30, max: 1440, unit: "minutes" });
  checkWhole(problems, "maxFailedBoots", options.maxFailedBoots, { min: 0, max: 1000, unit: "boots" });
  checkUpdates(options, problems);
  checkWhole(problems, "healthCheckSeconds", options.healthCheckSeconds, { min: 30, max: 3600, unit: "seconds" });
  const { priority = {} } = options;
  for (const prop of ["fairShare", "age", "qos", "partition", "jobSize"] as const) {
    checkWhole(problems, `priority.${prop}`, priority[prop], { min: 0, max: 4_294_967_294 });
  }
  checkWhole(problems, "priority.halfLifeDays", priority.halfLifeDays, { min: 0, max: 365, unit: "days" });
  checkWhole(problems, "priority.maxAgeDays", priority.maxAgeDays, { min: 1, max: 365, unit: "days" });
  const reset = priority.usageReset ?? "none";
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
      `priority.halfLifeDays 0 needs usageReset, or use counts for ever; use usageReset "monthly"`,
    );
  }
}

function checkAccounting({ accounting }: SlurmOptions, problems: Problems): void {
  if (accounting === undefined) return;
  const { kind, databaseHost, databasePort, purgeMonths } = accounting;
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
      `accounting.databaseHost can't be used with kind "${kind}"; use kind "external"`,
    );
  }
  checkDatabase(accounting, problems);
  checkWhole(problems, "accounting.databasePort", databasePort, { min: 1, max: 65_535 });
  checkWhole(problems, "accounting.purgeMonths", purgeMonths, { min: 1, max: 120, unit: "months" });
}

/** They stand in slurmdbd.conf and in SQL. A host may be a reference that only Terraform resolves, so only what no host has is refused. */
function checkDatabase({ databaseHost, databaseName, databaseUser }: SlurmAccountingOptions, problems: Problems): void {
  if (databaseHost !== undefined && /[\s#"'=,/]|:\d+$/.test(databaseHost)) {
    problems.add(
      "malformed",
      "accounting.databaseHost",
      `accounting.databaseHost must be a host name alone, got ${JSON.stringify(databaseHost)}; give the port in databasePort`,
    );
  }
  const names = [
    ["databaseName", databaseName, 64, "slurm_acct_db"],
    ["databaseUser", databaseUser, 32, "slurm"],
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
