import type { SlurmPartition } from "../../model/model";
import { withDefaults } from "../../props/with-defaults";
import type { SlurmQueue } from "./slurm-cluster";
import { defaultTimeMinutes, isDefaultPartition } from "./slurm-defaults";
import type { SlurmPartitionOptions } from "./slurm-options";
import { SLURM_PARTITION } from "./slurm-tables";

/** A partition with every default filled in; `all` are those of its cluster, `qosMinutes` limits of the QoS of jobs without one. */
export function queueOf(
  options: SlurmPartitionOptions,
  index: number,
  all: readonly SlurmPartitionOptions[],
  qosMinutes: readonly number[] = [],
): SlurmQueue {
  const given = withDefaults(SLURM_PARTITION, options);
  const maxTimeMinutes = given.maxTimeMinutes ?? null;
  return {
    name: given.name,
    pools: given.pools,
    default: isDefaultPartition(index, all),
    exclusive: given.exclusive,
    priorityTier: given.priorityTier,
    defaultTimeMinutes: given.defaultTimeMinutes ?? defaultTimeMinutes(maxTimeMinutes, qosMinutes),
    maxTimeMinutes,
    preemptMode: given.preemptMode,
    graceSeconds: given.graceSeconds,
    maxNodesPerJob: given.maxNodesPerJob ?? null,
    allowAccounts: given.allowAccounts ?? [],
    allowQos: given.allowQos ?? [],
    suspendSeconds: given.suspendMinutes === undefined ? null : given.suspendMinutes * 60,
  };
}

/** What the model says of a partition. */
export function describeQueue(queue: SlurmPartition & { readonly suspendSeconds?: number | null }): SlurmPartition {
  const { suspendSeconds = null } = queue;
  return {
    name: queue.name,
    pools: queue.pools,
    default: queue.default,
    exclusive: queue.exclusive,
    priorityTier: queue.priorityTier,
    defaultTimeMinutes: queue.defaultTimeMinutes,
    maxTimeMinutes: queue.maxTimeMinutes,
    preemptMode: queue.preemptMode,
    ...(suspendSeconds === null ? {} : { suspendMinutes: suspendSeconds / 60 }),
  };
}
