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

function accounting(cluster: SlurmCluster): ConfLine[] {
  if (cluster.accounting.kind === "none") return [];
  const tres = [
    ...new Set(
      cluster.pools.flatMap(({ hardware: { gpu, neuron } }) => [
        ...(gpu === null ? [] : ["gres/gpu", `gres/gpu:${gpu.type}`]),
        ...(neuron === null ? [] : ["gres/neuron", `gres/neuron:${neuron.type}`]),
      ]),
    ),
  ];
  return [
    ["AccountingStorageTRES", tres.length > 0 ? tres.join(",") : null],
    ["JobAcctGatherType", "jobacct_gather/cgroup"],
    ["AccountingStorageType", "accounting_storage/slurmdbd"],
    ["AccountingStorageHost", cluster.controllers[0] ?? null],
    ["AccountingStorageEnforce", cluster.accounting.enforced ? "associations,limits,qos,safe" : null],
    ["AccountingStoreFlags", "job_comment"],
  ];
}
