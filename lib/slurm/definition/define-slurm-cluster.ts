import { findAccelerator } from "../../catalog/accelerators";
import { instanceType } from "../../catalog/instance-types";
import { type WithDefaults, withDefaults } from "../../props/with-defaults";
import { nodeRanges } from "../files/node-ranges";
import { checkCluster } from "./check-cluster";
import { checkExtraOptions } from "./check-extra-options";
import { tresLimits } from "./limited-resources";
import { cpusOf, nodeHardware } from "./node-hardware";
import { relativeNodePrice } from "./node-price";
import type { PriorityWeights, SlurmAccounting, SlurmCluster, SlurmPolicy, SlurmPool } from "./slurm-cluster";
import { defaultAuthentication, defaultHalfLifeDays, defaultQosLimits } from "./slurm-defaults";
import type { SlurmOptions, SlurmPoolOptions, SlurmUpdateOptions } from "./slurm-options";
import { queueOf } from "./slurm-queue";
import {
  SLURM_ACCOUNT,
  SLURM_ACCOUNTING,
  SLURM_CLUSTER,
  SLURM_POOL,
  SLURM_PRIORITY,
  SLURM_QOS,
  SLURM_USER,
} from "./slurm-tables";
import { startingTopology } from "./starting-topology";
import { resumeTimeoutSeconds, suspendTimeoutSeconds } from "./timeouts";
import { defaultVersion } from "./versions";

/**
 * A Slurm cluster with every default filled in, from which the writers make their files.
 * @throws WarpformError with all problems of the options at once; `where` names who gave them
 */
export function defineSlurmCluster(given: SlurmOptions, where = "slurm cluster"): SlurmCluster {
  const problems = checkCluster(given, where);
  const options = withDefaults(SLURM_CLUSTER, given);
  const version = problems.has("version") ? defaultVersion : options.version;
  const extraOptions = checkExtraOptions(options.slurmConf, version, problems);
  problems.throwIfAny(where);
  const pools = poolsOf(options);
  const { jobPrograms } = options;
  const qosMinutes = defaultQosLimits(options).map(({ minutes }) => minutes);
  return {
    name: options.name,
    version,
    controllers: options.controllers,
    authentication: options.authentication ?? defaultAuthentication(version, "image"),
    pools,
    partitions: options.partitions.map((partition, index) => queueOf(partition, index, options.partitions, qosMinutes)),
    suspendSeconds: options.suspendMinutes * 60,
    resumeTimeoutSeconds: options.resumeTimeoutSeconds ?? resumeTimeoutSeconds(options.pools.map(({ pool }) => pool)),
    suspendTimeoutSeconds,
    blockDrainMinutes: options.blockDrainMinutes,
    maxFailedBoots: options.maxFailedBoots,
    jobPrograms: { prolog: jobPrograms.prolog ?? null, epilog: jobPrograms.epilog ?? null },
    submitScript: jobPrograms.submit ?? null,
    privateData: [...new Set(options.privateData)],
    accounting: accountingOf(options),
    policy: policyOf(options, pools),
    preemption: options.preemption,
    priority: priorityOf(options),
    topology: startingTopology(options.topology, pools),
    privateTmp: options.privateTmp,
    containers: options.containers,
    healthChecks: options.healthChecks,
    healthCheckSeconds: options.healthCheckSeconds,
    restApi: options.restApi,
    extraOptions,
  };
}

type Complete = WithDefaults<SlurmOptions, typeof SLURM_CLUSTER>;

/**
 * Slurm has one weight a node, whatever partition a job is in, so an order by partition would contradict itself where a pool is in two.
 * The cheapest pool has the lowest; pools of one price, the order in which they are declared.
 */
function poolsOf(options: Complete): SlurmPool[] {
  const given = new Map(options.partitions.flatMap(({ weights = {} }) => Object.entries(weights)));
  const pools = options.pools.map((pool) => poolOf(pool, options.updates));
  const byPrice = [...pools].sort((a, b) => a.billingPerNodeHour - b.billingPerNodeHour).map(({ name }) => name);
  return pools.map((pool) => ({ ...pool, weight: given.get(pool.name) ?? byPrice.indexOf(pool.name) + 1 }));
}

function poolOf(given: SlurmPoolOptions, updates: SlurmUpdateOptions): Omit<SlurmPool, "weight"> {
  const { pool } = given;
  const instance = instanceType(pool.instanceType);
  const accelerator = instance.accelerator === null ? null : (findAccelerator(instance.accelerator) ?? null);
  const hardware = nodeHardware(instance, accelerator, pool.sharing, given.realMemoryMiB, pool.threadsPerCore);
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
        // a feature holds of every node
        ...(pool.alternativeTypes ? [] : [instance.name]),
        hardware.gpu?.type ?? hardware.neuron?.type ?? "cpu",
        ...Object.values(pool.labels),
      ]),
    ],
    launch: given.launch ?? (pool.fabric === null ? "best-effort" : "per-job"),
    backoffMinutes: given.backoffMinutes ?? SLURM_POOL.backoffMinutes.default,
    replaceAtOnce:
      updates.strategy === "drain" ? (updates.atOnce ?? Math.max(1, Math.floor(pool.nodes.max / 10))) : null,
    bootSeconds: pool.bootSeconds,
    billingPerNodeHour: given.billingPerNodeHour ?? Math.round(relativeNodePrice(instance, cpusOf(hardware)) * 100),
    model: pool,
  };
}

function accountingOf({ accounting, accounts }: Complete): SlurmAccounting {
  const { kind, databaseHost, databasePort, databaseName, databaseUser, databaseCaFile, purgeMonths } = withDefaults(
    SLURM_ACCOUNTING,
    accounting,
  );
  return {
    kind,
    databaseHost: databaseHost ?? "localhost",
    databasePort,
    databaseName,
    databaseUser,
    databaseCaFile: databaseCaFile ?? null,
    purgeMonths,
    enforced: accounts.length > 0,
  };
}

function priorityOf({ priority }: Complete): PriorityWeights {
  const { halfLifeDays, ...weights } = withDefaults(SLURM_PRIORITY, priority);
  return { ...weights, halfLifeDays: halfLifeDays ?? defaultHalfLifeDays(weights.usageReset) };
}

function policyOf({ qos, accounts, users }: Complete, pools: readonly SlurmPool[]): SlurmPolicy {
  const nodes = pools.map(({ hardware }) => hardware);
  const allQos = ["normal", ...qos.map((each) => each.name).filter((name) => name !== "normal")];
  return {
    qos: qos
      .map((one) => withDefaults(SLURM_QOS, one))
      .map((each) => ({
        name: each.name,
        priority: each.priority,
        preempts: each.preempts,
        tresPerUser: tresLimits(each, "perUser", nodes),
        tres: tresLimits(each, "most", nodes),
        maxTimeMinutes: each.maxTimeMinutes ?? null,
        graceSeconds: each.graceSeconds,
      })),
    accounts: accounts
      .map((one) => withDefaults(SLURM_ACCOUNT, one))
      .map((account) => ({
        name: account.name,
        parent: account.parent,
        share: account.share,
        tresHours: tresLimits(account, "hours", nodes),
        tres: tresLimits(account, "most", nodes),
        users: account.users,
        qos: account.qos ?? allQos,
        defaultQos: account.defaultQos ?? null,
      })),
    users: users
      .map((one) => withDefaults(SLURM_USER, one))
      .map((user) => ({
        name: user.name,
        uid: user.uid,
        gid: user.gid ?? user.uid,
        sshKeys: user.sshKeys,
        administrator: user.administrator,
        tres: tresLimits(user, "most", nodes),
      })),
  };
}
