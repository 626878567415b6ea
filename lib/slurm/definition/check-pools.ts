import { findAccelerator } from "../../catalog/accelerators";
import { findInstanceType, nearestInstanceTypes } from "../../catalog/instance-types";
import type { Problems } from "../../errors";
import { nearest } from "../../units/nearest";
import { checkName, checkUnique, checkWhole } from "./check-value";
import type { SlurmOptions, SlurmPoolOptions } from "./slurm-options";

/** What can be wrong with the pools. */
export function checkPools(options: SlurmOptions, problems: Problems): void {
  if (options.pools.length === 0) {
    problems.add("required", "pools", "pools must have at least one pool, got none; add one");
  }
  checkUnique(
    problems,
    "pools",
    options.pools.map(({ pool }) => pool.name),
  );
  options.pools.forEach((poolOptions, index) => {
    checkPool(poolOptions, `pools[${index}]`, options, problems);
  });
}

function checkPool(given: SlurmPoolOptions, path: string, options: SlurmOptions, problems: Problems): void {
  const { pool } = given;
  checkName(problems, `${path}.name`, pool.name, "pool");
  checkWhole(problems, `${path}.backoffMinutes`, given.backoffMinutes, { min: 1, max: 1440, unit: "minutes" });
  if (
    given.billingPerNodeHour !== undefined &&
    !(given.billingPerNodeHour > 0 && given.billingPerNodeHour < Infinity)
  ) {
    const at = `${path}.billingPerNodeHour`;
    problems.add(
      "out-of-range",
      at,
      `${at} must be more than 0, got ${given.billingPerNodeHour}; leave it out for the list price`,
    );
  }
  checkLabels(given, path, problems);
  checkNodes(given, path, problems);
  checkMachine(given, path, problems);
  const resume = options.resumeTimeoutSeconds;
  if (resume !== undefined && resume < pool.bootSeconds) {
    problems.add(
      "conflict",
      "resumeTimeoutSeconds",
      `resumeTimeoutSeconds must be at least the ${pool.bootSeconds} s that a node of ${pool.name} takes to boot, got ${resume}; ` +
        `use ${pool.bootSeconds * 2}`,
    );
  }
}

/** Values of labels are features, which jobs combine with `&`, `|`, `[]` and the like: https://slurm.schedmd.com/sbatch.html#OPT_constraint */
function checkLabels({ pool }: SlurmPoolOptions, path: string, problems: Problems): void {
  for (const [label, value] of Object.entries(pool.labels)) {
    if (/^[A-Za-z0-9][\w./-]*$/.test(value)) continue;
    const at = `${path}.labels.${label}`;
    const use = value.replace(/[^\w./-]+/g, "-").replace(/^[^A-Za-z0-9]+|-+$/g, "") || "a";
    problems.add(
      "malformed",
      at,
      `${at} must be letters, digits, -, _, . and /, since it is a feature of Slurm, got ${JSON.stringify(value)}; use ${use}`,
    );
  }
}

function checkNodes({ pool }: SlurmPoolOptions, path: string, problems: Problems): void {
  const { min, max } = pool.nodes;
  checkWhole(problems, `${path}.nodes.max`, max, { min: 1, max: 65_536, unit: "nodes" });
  if (!Number.isInteger(min) || min > max || min < 0) {
    problems.add(
      "out-of-range",
      `${path}.nodes.min`,
      `${path}.nodes.min must be 0 to nodes.max (${max}), got ${min}; use ${min > max ? max : Math.max(0, Math.floor(min) || 0)}`,
    );
  }
  if (pool.capacity.length === 0) {
    problems.add(
      "required",
      `${path}.capacity`,
      `${path}.capacity must have at least one source, got none; add on-demand`,
    );
  }
  pool.capacity.forEach((source, index) => {
    const at = `${path}.capacity[${index}].nodes`;
    checkWhole(problems, at, source.nodes ?? undefined, { min: 1, max: 65_536, unit: "nodes" });
  });
  const blocks = pool.capacity.filter((source) => source.kind === "block");
  const open = blocks.filter((source) => source.nodes === null);
  if (open.length > 0 && pool.capacity.length > 1) {
    problems.add(
      "required",
      `${path}.capacity`,
      `${path}.capacity must say how many nodes a block holds where it is not the only source, got none; give nodes`,
    );
    return;
  }
  const held = blocks.reduce((sum, source) => sum + (source.nodes ?? max), 0);
  if (held > max) {
    problems.add(
      "conflict",
      `${path}.nodes.max`,
      `${path}.nodes.max must be at least the ${held} nodes of its Capacity Blocks, got ${max}; use ${held}`,
    );
  }
  if (blocks.length > 0 && blocks.length < pool.capacity.length && held === max) {
    const other = pool.capacity.find((source) => source.kind !== "block")!.kind;
    problems.add(
      "conflict",
      `${path}.nodes.max`,
      `${path}.nodes.max ${max} is what its blocks hold, so that ${other} is never used; use more than ${max}, or leave ${other} out`,
    );
  }
}

function checkMachine({ pool, realMemoryMiB }: SlurmPoolOptions, path: string, problems: Problems): void {
  const type = findInstanceType(pool.instanceType);
  if (type === undefined) {
    const [near] = nearestInstanceTypes(pool.instanceType);
    const at = `${path}.instanceType`;
    problems.add(
      "unknown-name",
      at,
      `${at} must be in the catalogue, got ${pool.instanceType}${near ? `; use ${near}` : ""}`,
    );
    return;
  }
  checkWhole(problems, `${path}.realMemoryMiB`, realMemoryMiB, { min: 1024, max: type.memoryGiB * 1024, unit: "MiB" });
  if (pool.sharing.kind === "mps") {
    problems.add(
      "not-allowed",
      `${path}.sharing`,
      `${path}.sharing by MPS needs a daemon that only Kubernetes' device plugin runs, got mps; use time slicing or MIG`,
    );
  }
  if (pool.sharing.kind === "time-slicing") {
    checkWhole(problems, `${path}.sharing.replicas`, pool.sharing.replicas, { min: 2, max: 48 });
  }
  if (pool.sharing.kind !== "mig") return;
  checkWhole(problems, `${path}.sharing.instancesPerGpu`, pool.sharing.instancesPerGpu, { min: 1, max: 7 });
  const profiles = type.accelerator === null ? [] : (findAccelerator(type.accelerator)?.migProfiles ?? []);
  const { profile, instancesPerGpu } = pool.sharing;
  const known = profiles.find((row) => row.name === profile);
  const at = `${path}.sharing`;
  if (profiles.length === 0) {
    problems.add(
      "conflict",
      at,
      `${at} by MIG needs GPUs that can be partitioned, and those of ${type.name} can't; use time slicing`,
    );
  } else if (known === undefined) {
    const names = profiles.map((row) => row.name);
    const near = nearest(profile, names)[0] ?? names[0];
    problems.add(
      "unknown-name",
      at,
      `${at} must be one of ${names.join(", ")} for ${type.name}, got ${profile}; use ${near}`,
    );
  } else if (instancesPerGpu > known.maxInstances) {
    problems.add(
      "out-of-range",
      at,
      `${at} must be at most ${known.maxInstances} instances of ${profile} a GPU, got ${instancesPerGpu}; use ${known.maxInstances}`,
    );
  }
}
