import { findAccelerator } from "../../catalog/accelerators";
import { instanceType } from "../../catalog/instance-types";
import { instancePrice } from "../../catalog/prices";
import type { InstanceType } from "../../catalog/types";
import { nodeRanges } from "../files/node-ranges";
import { checkCluster, defaultVersion } from "./check-cluster";
import { checkExtraOptions } from "./check-extra-options";
import { tresLimits } from "./limited-resources";
import { cpusOf, nodeHardware } from "./node-hardware";
import type {
  PriorityWeights,
  SlurmAccounting,
  SlurmCluster,
  SlurmPolicy,
  SlurmPool,
  SlurmQueue,
} from "./slurm-cluster";
import type { SlurmOptions, SlurmPartitionOptions, SlurmPoolOptions, SlurmUpdateOptions } from "./slurm-options";
import { DATABASE_PORT } from "./slurm-tables";
import { startingTopology } from "./starting-topology";
import { resumeTimeoutSeconds, suspendTimeoutSeconds } from "./timeouts";
import { slurmFeatures, slurmVersions } from "./versions";

/**
 * A Slurm cluster with every default filled in, from which the writers make their files.
 * @throws WarpformError with all problems of the options at once; `where` names who gave them
 */
export function defineSlurmCluster(options: SlurmOptions, where = "slurm cluster"): SlurmCluster {
  const problems = checkCluster(options);
  const version = slurmVersions.includes(options.version ?? defaultVersion)
    ? (options.version ?? defaultVersion)
    : defaultVersion;
  const extraOptions = checkExtraOptions(options.slurmConf ?? {}, version, problems);
  problems.throwIfAny(where);
  const pools = poolsOf(options);
  return {
    name: options.name,
    version,
    controllers: options.controllers ?? ["slurm-head"],
    authentication: options.authentication ?? (slurmFeatures(version).authSlurm ? "slurm" : "munge"),
    pools,
    partitions: options.partitions.map((partition, index) => queueOf(partition, index, options.partitions)),
    suspendSeconds: (options.suspendMinutes ?? 10) * 60,
    resumeTimeoutSeconds: options.resumeTimeoutSeconds ?? resumeTimeoutSeconds(options.pools.map(({ pool }) => pool)),
    suspendTimeoutSeconds,
    blockDrainMinutes: options.blockDrainMinutes ?? 60,
    maxFailedBoots: options.maxFailedBoots ?? 10,
    jobPrograms: { prolog: options.jobPrograms?.prolog ?? null, epilog: options.jobPrograms?.epilog ?? null },
    privateData: [...new Set(options.privateData ?? [])],
    accounting: accountingOf(options),
    policy: policyOf(options, pools),
    preemption: options.preemption ?? "none",
    priority: priorityOf(options),
    topology: startingTopology(options.topology ?? { kind: "none" }, pools),
    privateTmp: options.privateTmp ?? false,
    containers: options.containers ?? true,
    healthChecks: options.healthChecks ?? true,
    healthCheckSeconds: options.healthCheckSeconds ?? 300,
    extraOptions,
  };
}

/**
 * Slurm has one weight a node, whatever partition a job is in, so an order by partition would contradict itself where a pool is in two.
 * The cheapest pool has the lowest; pools of one price, the order in which they are declared.
 */
function poolsOf(options: SlurmOptions): SlurmPool[] {
  const given = new Map(options.partitions.flatMap(({ weights = {} }) => Object.entries(weights)));
  const pools = options.pools.map((pool) => poolOf(pool, options.updates));
  const byPrice = [...pools].sort((a, b) => a.billingPerNodeHour - b.billingPerNodeHour).map(({ name }) => name);
  return pools.map((pool) => ({ ...pool, weight: given.get(pool.name) ?? byPrice.indexOf(pool.name) + 1 }));
}

function poolOf(given: SlurmPoolOptions, updates: SlurmUpdateOptions = {}): Omit<SlurmPool, "weight"> {
  const { pool } = given;
  const instance = instanceType(pool.instanceType);
  const accelerator = instance.accelerator === null ? null : (findAccelerator(instance.accelerator) ?? null);
  const hardware = nodeHardware(instance, accelerator, pool.sharing, given.realMemoryMiB);
  return {
    name: pool.name,
    instance,
    accelerator,
    capacity: pool.capacity,
    ranges: nodeRanges(pool),
    hardware,
    features: [
      ...new Set([
        pool.name,
        instance.name,
        hardware.gpu?.type ?? hardware.neuron?.type ?? "cpu",
        ...Object.values(pool.labels),
      ]),
    ],
    launch: given.launch ?? (pool.fabric === null ? "best-effort" : "per-job"),
    backoffMinutes: given.backoffMinutes ?? 10,
    replaceAtOnce:
      updates.strategy === "drain" ? (updates.atOnce ?? Math.max(1, Math.floor(pool.nodes.max / 10))) : null,
    bootSeconds: pool.bootSeconds,
    billingPerNodeHour: given.billingPerNodeHour ?? billing(instance, cpusOf(hardware)),
    model: pool,
  };
}

/**
 * On-demand price in US cents, since that is what a node really costs relative to another; of us-east-1, the region that the
 * catalogue knows best. Only ratios matter. Types without a price count 100 an accelerator and 1 a CPU.
 */
function billing(instance: InstanceType, cpus: number): number {
  const price = instancePrice(instance.name, "on-demand", "us-east-1")?.usdPerHour;
  if (price !== undefined) return Math.round(price * 100);
  return instance.acceleratorCount > 0 ? instance.acceleratorCount * 100 : cpus;
}

const aDayMinutes = 1440;

function queueOf(given: SlurmPartitionOptions, index: number, all: readonly SlurmPartitionOptions[]): SlurmQueue {
  const chosen = all.some((partition) => partition.default === true);
  const maxTimeMinutes = given.maxTimeMinutes ?? null;
  return {
    name: given.name,
    pools: given.pools,
    default: chosen ? given.default === true : index === 0 && given.default !== false,
    exclusive: given.exclusive ?? false,
    priorityTier: given.priorityTier ?? 1,
    defaultTimeMinutes: given.defaultTimeMinutes ?? Math.min(maxTimeMinutes ?? aDayMinutes, aDayMinutes),
    maxTimeMinutes,
    preemptMode: given.preemptMode ?? "off",
    graceSeconds: given.graceSeconds ?? 0,
    maxNodesPerJob: given.maxNodesPerJob ?? null,
    allowAccounts: given.allowAccounts ?? [],
    allowQos: given.allowQos ?? [],
    suspendSeconds: given.suspendMinutes === undefined ? null : given.suspendMinutes * 60,
  };
}

function accountingOf({ accounting = { kind: "local" }, accounts = [] }: SlurmOptions): SlurmAccounting {
  return {
    kind: accounting.kind,
    databaseHost: accounting.databaseHost ?? "localhost",
    databasePort: accounting.databasePort ?? DATABASE_PORT,
    databaseName: accounting.databaseName ?? "slurm_acct_db",
    databaseUser: accounting.databaseUser ?? "slurm",
    purgeMonths: accounting.purgeMonths ?? 24,
    enforced: accounts.length > 0,
  };
}

function priorityOf({ priority = {} }: SlurmOptions): PriorityWeights {
  const usageReset = priority.usageReset ?? "none";
  return {
    fairShare: priority.fairShare ?? 100_000,
    age: priority.age ?? 1000,
    qos: priority.qos ?? 1_000_000,
    partition: priority.partition ?? 10_000,
    jobSize: priority.jobSize ?? 1000,
    halfLifeDays: priority.halfLifeDays ?? (usageReset === "none" ? 14 : 0),
    maxAgeDays: priority.maxAgeDays ?? 7,
    usageReset,
  };
}

function policyOf({ qos = [], accounts = [], users = [] }: SlurmOptions, pools: readonly SlurmPool[]): SlurmPolicy {
  const nodes = pools.map(({ hardware }) => hardware);
  const allQos = ["normal", ...qos.map((each) => each.name).filter((name) => name !== "normal")];
  return {
    qos: qos.map((each) => ({
      name: each.name,
      priority: each.priority ?? 0,
      preempts: each.preempts ?? [],
      tresPerUser: tresLimits(each, "perUser", nodes),
      tres: tresLimits(each, "most", nodes),
      maxTimeMinutes: each.maxTimeMinutes ?? null,
      graceSeconds: each.graceSeconds ?? 0,
    })),
    accounts: accounts.map((account) => ({
      name: account.name,
      parent: account.parent ?? "root",
      share: account.share ?? 1,
      tresHours: tresLimits(account, "hours", nodes),
      tres: tresLimits(account, "most", nodes),
      users: account.users ?? [],
      qos: account.qos ?? allQos,
      defaultQos: account.defaultQos ?? null,
    })),
    users: users.map((user) => ({
      name: user.name,
      uid: user.uid,
      gid: user.gid ?? user.uid,
      sshKeys: user.sshKeys ?? [],
      administrator: user.administrator ?? false,
      tres: tresLimits(user, "most", nodes),
    })),
  };
}
