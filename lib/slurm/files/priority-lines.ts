import type { SlurmCluster } from "../definition/slurm-cluster";
import type { ConfLine } from "./conf-line";

/**
 * Who goes first (multifactor priority, preemption) and who counts what (accounting).
 * @see https://slurm.schedmd.com/priority_multifactor.html
 * @see https://slurm.schedmd.com/preempt.html
 */
export function priorityLines(cluster: SlurmCluster): ConfLine[] {
  const { priority } = cluster;
  // Past use and waiting time are known to the database only; slurmctld complains of these weights without one.
  const recorded = cluster.accounting.kind !== "none";
  return [
    ["PriorityType", "priority/multifactor"],
    ["PriorityDecayHalfLife", `${priority.halfLifeDays}-00:00:00`],
    ["PriorityUsageResetPeriod", priority.usageReset.toUpperCase()],
    ["PriorityMaxAge", `${priority.maxAgeDays}-00:00:00`],
    ["PriorityWeightFairshare", recorded ? priority.fairShare : null],
    ["PriorityWeightAge", recorded ? priority.age : null],
    ["PriorityWeightQOS", priority.qos],
    ["PriorityWeightPartition", priority.partition],
    ["PriorityWeightJobSize", priority.jobSize],
    ...preemption(cluster),
    ...accounting(cluster),
  ];
}

function preemption(cluster: SlurmCluster): ConfLine[] {
  if (cluster.preemption === "none") return [];
  return [
    ["PreemptType", cluster.preemption === "qos" ? "preempt/qos" : "preempt/partition_prio"],
    ["PreemptMode", "REQUEUE"],
  ];
}

/** Gathers what jobs use of their cgroups: the default gathers nothing. @see https://slurm.schedmd.com/slurm.conf.html#OPT_JobAcctGatherType */
export const USAGE_GATHERER = "jobacct_gather/cgroup";

/** Resources that accounting records beside CPUs, memory and nodes, which it does by default. @see https://slurm.schedmd.com/slurm.conf.html#OPT_AccountingStorageTRES */
export const recordedGres = (kind: "gpu" | "neuron", types: readonly string[]): string[] =>
  types.length > 0 ? [`gres/${kind}`, ...new Set(types.map((type) => `gres/${kind}:${type}`))] : [];

function accounting(cluster: SlurmCluster): ConfLine[] {
  if (cluster.accounting.kind === "none") return [];
  const typesOf = (kind: "gpu" | "neuron") =>
    cluster.pools.flatMap(({ hardware }) => (hardware[kind] === null ? [] : [hardware[kind].type]));
  const tres = [...recordedGres("gpu", typesOf("gpu")), ...recordedGres("neuron", typesOf("neuron"))];
  return [
    ["AccountingStorageTRES", tres.length > 0 ? tres.join(",") : null],
    ["JobAcctGatherType", USAGE_GATHERER],
    ["AccountingStorageType", "accounting_storage/slurmdbd"],
    ["AccountingStorageHost", cluster.controllers[0] ?? null],
    ["AccountingStorageEnforce", cluster.accounting.enforced ? "associations,limits,qos,safe" : null],
    ["AccountingStoreFlags", "job_comment"],
  ];
}
