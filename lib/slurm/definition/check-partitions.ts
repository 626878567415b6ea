import type { Problems } from "../../errors";
import type { NodePool } from "../../model/model";
import { checkValue, upTo } from "../../props/check-value";
import { withDefaults } from "../../props/with-defaults";
import { nodeCount, nodeRanges } from "../files/node-ranges";
import { checkKnown, checkName, checkUnique } from "./check-value";
import { defaultQosLimits } from "./slurm-defaults";
import type { SlurmOptions, SlurmPartitionOptions } from "./slurm-options";
import { SLURM_CLUSTER, SLURM_PARTITION } from "./slurm-tables";

type PoolsByName = ReadonlyMap<string, NodePool>;

/** What can be wrong with the partitions, each on its own and together. */
export function checkPartitions(options: SlurmOptions, problems: Problems): void {
  const { partitions } = options;
  if (partitions.length === 0) {
    problems.add("required", "partitions", "partitions must have at least one partition, got none; add one");
  }
  const pools: PoolsByName = new Map(options.pools.map(({ pool }) => [pool.name, pool]));
  checkUnique(
    problems,
    "partitions",
    partitions.map((partition) => partition.name),
  );
  partitions.forEach((partition, index) => {
    checkPartition(partition, `partitions[${index}]`, options, pools, problems);
  });
  checkDefault(partitions, problems);
  checkPoolsOfSeveral(partitions, problems);
  checkPreemption(options, problems);
  const used = new Set(partitions.flatMap((partition) => partition.pools));
  options.pools.forEach(({ pool }, index) => {
    // Owned nodes outside partitions are spares: known to Slurm, and added with scontrol when one fails.
    if (used.has(pool.name) || pool.owned !== undefined || partitions.length === 0) return;
    const path = `pools[${index}]`;
    problems.add(
      "incomplete-design",
      path,
      `${path} ${pool.name} is in no partition, so that no job can use it; add it to one`,
    );
  });
}

function checkPartition(
  partition: SlurmPartitionOptions,
  path: string,
  options: SlurmOptions,
  pools: PoolsByName,
  problems: Problems,
): void {
  checkName(problems, `${path}.name`, partition.name, "partition");
  if (partition.name.toLowerCase() === "default") {
    problems.add(
      "not-allowed",
      `${path}.name`,
      `${path}.name cannot be ${partition.name}, which Slurm reserves for defaults; use main`,
    );
  }
  if (partition.pools.length === 0) {
    problems.add("required", `${path}.pools`, `${path}.pools must have at least one pool, got none; add one`);
  }
  checkUnique(problems, `${path}.pools`, partition.pools, "");
  partition.pools.forEach((name, at) => {
    if (!pools.has(name)) checkKnown(problems, `${path}.pools[${at}]`, name, pools.keys(), "a pool of the cluster");
  });
  const { maxTimeMinutes, defaultTimeMinutes, maxNodesPerJob } = partition;
  if (maxTimeMinutes !== undefined && defaultTimeMinutes !== undefined && defaultTimeMinutes > maxTimeMinutes) {
    const at = `${path}.defaultTimeMinutes`;
    problems.add(
      "conflict",
      at,
      `${at} must be at most maxTimeMinutes (${maxTimeMinutes}), got ${defaultTimeMinutes}; use ${maxTimeMinutes}`,
    );
  }
  checkDefaultTime(partition, path, options, problems);
  const nodes = partition.pools
    .flatMap((name) => pools.get(name) ?? [])
    .reduce((sum, pool) => sum + nodeCount(nodeRanges(pool)), 0);
  const most = upTo(Math.max(1, nodes), SLURM_PARTITION.maxNodesPerJob);
  if (maxNodesPerJob !== undefined) checkValue(problems, `${path}.maxNodesPerJob`, maxNodesPerJob, most);
  checkWeights(partition, path, problems);
  const accounts = ["root", ...(options.accounts ?? []).map((account) => account.name)];
  partition.allowAccounts?.forEach((name, at) => {
    checkKnown(problems, `${path}.allowAccounts[${at}]`, name, accounts, "a declared account");
  });
  const qos = ["normal", ...(options.qos ?? []).map((each) => each.name)];
  partition.allowQos?.forEach((name, at) => {
    checkKnown(problems, `${path}.allowQos[${at}]`, name, qos, "a declared QoS");
  });
}

/** Slurm lets a job wait, without an error, whose time is more than its QoS allows. */
function checkDefaultTime(
  { defaultTimeMinutes, allowAccounts }: SlurmPartitionOptions,
  path: string,
  options: SlurmOptions,
  problems: Problems,
): void {
  if (defaultTimeMinutes === undefined) return;
  const limit = defaultQosLimits(options)
    .filter(({ account }) => allowAccounts === undefined || allowAccounts.includes(account))
    .find(({ minutes }) => minutes < defaultTimeMinutes);
  if (limit === undefined) return;
  const at = `${path}.defaultTimeMinutes`;
  problems.add(
    "conflict",
    at,
    `${at} must be at most maxTimeMinutes (${limit.minutes}) of QoS ${limit.qos}, which jobs of account ${limit.account} get by default, or they wait indefinitely, got ${defaultTimeMinutes}; use ${limit.minutes}`,
  );
}

function checkWeights(partition: SlurmPartitionOptions, path: string, problems: Problems): void {
  for (const pool of Object.keys(partition.weights ?? {})) {
    checkKnown(problems, `${path}.weights.${pool}`, pool, partition.pools, "a pool of the partition");
  }
}

function checkDefault(partitions: readonly SlurmPartitionOptions[], problems: Problems): void {
  const defaults = partitions.flatMap((partition, index) => (partition.default ? [index] : []));
  for (const index of defaults.slice(1)) {
    const path = `partitions[${index}].default`;
    problems.add(
      "conflict",
      path,
      `${path} must be true for one partition, got true for ${partitions[defaults[0]!]!.name} and ${partitions[index]!.name}; leave one out`,
    );
  }
}

/** A node has one weight and one idle time, whatever partition it is seen through. */
function checkPoolsOfSeveral(partitions: readonly SlurmPartitionOptions[], problems: Problems): void {
  const settings = [
    { prop: "weights", of: (partition: SlurmPartitionOptions, pool: string) => partition.weights?.[pool] },
    { prop: "suspendMinutes", of: (partition: SlurmPartitionOptions) => partition.suspendMinutes },
  ];
  for (const { prop, of } of settings) {
    const first = new Map<string, { readonly value: number; readonly name: string }>();
    partitions.forEach((partition, index) => {
      for (const pool of partition.pools) {
        const value = of(partition, pool);
        if (value === undefined) continue;
        const before = first.get(pool);
        if (before === undefined) first.set(pool, { value, name: partition.name });
        else if (before.value !== value) {
          const path = `partitions[${index}].${prop}`;
          problems.add(
            "conflict",
            path,
            `${path} must be the same for pool ${pool} in every partition, got ${value} and ${before.value} in ${before.name}; use one value`,
          );
        }
      }
    });
  }
}

function checkPreemption(options: SlurmOptions, problems: Problems): void {
  const { preemption, accounting, qos } = withDefaults(SLURM_CLUSTER, options);
  const partitions = options.partitions.map((partition) => withDefaults(SLURM_PARTITION, partition));
  partitions.forEach(({ preemptMode }, index) => {
    if (preemption === "partition" || preemptMode === "off") return;
    const path = `partitions[${index}].preemptMode`;
    problems.add(
      "conflict",
      path,
      `${path} ${preemptMode} has no effect with preemption ${preemption}; set preemption to "partition", or leave it out`,
    );
  });
  if (preemption === "partition" && new Set(partitions.map(({ priorityTier }) => priorityTier)).size < 2) {
    problems.add(
      "conflict",
      "preemption",
      `preemption "partition" needs partitions of different priorityTier, got one tier; give the stronger one a higher tier`,
    );
  }
  checkPreemptible(preemption, partitions, problems);
  if (preemption === "qos" && accounting.kind === "none") {
    problems.add(
      "conflict",
      "preemption",
      `preemption "qos" needs accounting, got kind "none"; use accounting kind "local"`,
    );
  }
  if (preemption === "qos" && !qos.some((each) => (each.preempts ?? []).length > 0)) {
    problems.add(
      "conflict",
      "preemption",
      `preemption "qos" needs a QoS that preempts another, got none; give one preempts`,
    );
  }
}

/** Of two partitions, jobs of the one with the lower tier are preempted, and only where its own mode says how. */
function checkPreemptible(
  preemption: string,
  partitions: readonly Required<Pick<SlurmPartitionOptions, "name" | "priorityTier" | "preemptMode">>[],
  problems: Problems,
): void {
  const highest = Math.max(...partitions.map(({ priorityTier }) => priorityTier));
  const lower = partitions.findIndex(({ priorityTier }) => priorityTier < highest);
  if (preemption !== "partition" || lower === -1) return;
  if (partitions.some(({ priorityTier, preemptMode }) => priorityTier < highest && preemptMode !== "off")) return;
  const path = `partitions[${lower}].preemptMode`;
  problems.add(
    "conflict",
    path,
    `${path} must say what happens to preempted jobs, or preemption "partition" preempts nothing, got "off" in every lower tier; use "requeue"`,
  );
}
