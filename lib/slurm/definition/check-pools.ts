import { findAccelerator } from "../../catalog/accelerators";
import { findInstanceType, nearestInstanceTypes } from "../../catalog/instance-types";
import type { InstanceType } from "../../catalog/types";
import type { Problems } from "../../errors";
import { sameCpus } from "../../model/alternative-types";
import { GPU_SHARES } from "../../model/gpu-shares";
import type { NodePool } from "../../model/model";
import { checkValue, upTo } from "../../props/check-value";
import { whole } from "../../props/simple-fields";
import { prop, say } from "../../remedies/sentence";
import { nearest } from "../../units/nearest";
import { checkName, checkUnique } from "./check-value";
import type { SlurmOptions, SlurmPoolOptions } from "./slurm-options";
import { SLURM_POOL } from "./slurm-tables";

/** Most nodes that slurm.conf takes: MAX_SLURM_NODES of slurm/slurm.h. */
const NODES = whole({ min: 1, max: 65_536, unit: "nodes" });
const MIG_INSTANCES = whole({ min: 1, max: 7 });

/** What can be wrong with the pools. */
export function checkPools(options: SlurmOptions, problems: Problems): void {
  // Else the partitions say what is missing
  if (options.pools.length === 0 && options.partitions.some(({ pools }) => pools.length > 0)) {
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
  checkLabels(given, path, problems);
  checkNodes(given, path, problems);
  checkProcessors(given, path, problems);
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
      say`${prop(at)} must be letters, digits, -, _, . and /, since it is a feature of Slurm, got ${JSON.stringify(value)}; use ${use}`,
    );
  }
}

function checkNodes({ pool }: SlurmPoolOptions, path: string, problems: Problems): void {
  const { min, max } = pool.nodes;
  checkValue(problems, `${path}.nodes.max`, max, NODES);
  if (!Number.isInteger(min) || min > max || min < 0) {
    problems.add(
      "out-of-range",
      `${path}.nodes.min`,
      `${path}.nodes.min must be 0 to nodes.max (${max}), got ${min}; use ${min > max ? max : Math.max(0, Math.floor(min) || 0)}`,
    );
  }
  if (pool.capacity.length === 0 && pool.owned === undefined) {
    problems.add(
      "required",
      `${path}.capacity`,
      `${path}.capacity must have at least one source, got none; add on-demand`,
    );
  }
  pool.capacity.forEach((source, index) => {
    const at = `${path}.capacity[${index}].nodes`;
    if (source.nodes !== null) checkValue(problems, at, source.nodes, NODES);
  });
  const blocks = pool.capacity.filter((source) => source.kind === "block");
  const open = blocks.filter((source) => source.nodes === null);
  if (open.length > 0 && pool.capacity.length > 1) {
    problems.add(
      "required",
      `${path}.capacity`,
      say`${prop(`${path}.capacity`)} must say how many nodes a block holds where it is not the only source, got none; give nodes`,
    );
    return;
  }
  const held = blocks.reduce((sum, source) => sum + (source.nodes ?? max), 0);
  if (held > max) {
    problems.add(
      "conflict",
      `${path}.nodes.max`,
      say`${prop(`${path}.nodes.max`)} must be at least the ${held} nodes of its Capacity Blocks, got ${max}; use ${held}`,
    );
  }
  if (blocks.length > 0 && blocks.length < pool.capacity.length && held === max) {
    const other = pool.capacity.find((source) => source.kind !== "block")!.kind;
    problems.add(
      "conflict",
      `${path}.nodes.max`,
      say`${prop(`${path}.nodes.max`)} ${max} is what its blocks hold, so that ${other} is never used; use more than ${max}, or leave ${other} out`,
    );
  }
}

/** All nodes of a pool share a line of slurm.conf. RealMemory is that of the pool's own type, which has least. */
function checkAlternatives(pool: NodePool, type: InstanceType, path: string, problems: Problems): void {
  (pool.alternativeTypes ?? []).forEach((name, index) => {
    const other = findInstanceType(name);
    if (other !== undefined && sameCpus(type, other)) return;
    const at = `${path}.alternativeTypes[${index}]`;
    const got = other ? `${other.vcpus} with ${other.cpu.threadsPerCore} per core of ${name}` : name;
    problems.add(
      "conflict",
      at,
      say`${prop(at)} must have the ${type.vcpus} CPUs of ${type.name} with ${type.cpu.threadsPerCore} per core, since Slurm describes a pool's nodes in one line, got ${got}; make a second pool in the same partition`,
    );
  });
}

function checkProcessors({ pool, realMemoryMiB }: SlurmPoolOptions, path: string, problems: Problems): void {
  const type = findInstanceType(pool.instanceType);
  if (type === undefined) {
    const [near] = nearestInstanceTypes(pool.instanceType);
    const at = `${path}.instanceType`;
    problems.add(
      "unknown-name",
      at,
      `${at} must be in the catalog, got ${pool.instanceType}${near ? `; use ${near}` : ""}`,
    );
    return;
  }
  checkAlternatives(pool, type, path, problems);
  const memory = upTo(type.memoryGiB * 1024, SLURM_POOL.realMemoryMiB);
  if (realMemoryMiB !== undefined) checkValue(problems, `${path}.realMemoryMiB`, realMemoryMiB, memory);
  if (pool.sharing.kind === "mps") {
    problems.add(
      "not-allowed",
      `${path}.sharing`,
      say`${prop(`${path}.sharing`)} needs the MPS daemon, which only Kubernetes' device plugin runs; use time slicing or MIG`,
    );
  }
  if (pool.sharing.kind === "time-slicing") {
    checkValue(problems, `${path}.sharing.replicas`, pool.sharing.replicas, whole(GPU_SHARES));
  }
  if (pool.sharing.kind !== "mig") return;
  checkValue(problems, `${path}.sharing.instancesPerGpu`, pool.sharing.instancesPerGpu, MIG_INSTANCES);
  const profiles = type.accelerator === null ? [] : (findAccelerator(type.accelerator)?.migProfiles ?? []);
  const { profile, instancesPerGpu } = pool.sharing;
  const known = profiles.find((row) => row.name === profile);
  const at = `${path}.sharing`;
  if (profiles.length === 0) {
    problems.add(
      "conflict",
      at,
      say`${prop(at)} by MIG needs GPUs that can be partitioned, and those of ${type.name} cannot; use time slicing`,
    );
  } else if (known === undefined) {
    const names = profiles.map((row) => row.name);
    const near = nearest(profile, names)[0] ?? names[0]!;
    problems.add(
      "unknown-name",
      at,
      say`${prop(at)} must be one of ${names.join(", ")} for ${type.name}, got ${profile}; use ${near}`,
    );
  } else if (instancesPerGpu > known.maxInstances) {
    problems.add(
      "out-of-range",
      at,
      `${at} must be at most ${known.maxInstances} instances of ${profile} per GPU, got ${instancesPerGpu}; use ${known.maxInstances}`,
    );
  }
}
