import { cpusOf } from "../definition/node-hardware";
import type { NodeHardware, SlurmCluster, SlurmPool, SlurmQueue } from "../definition/slurm-cluster";
import { hostLists } from "./node-ranges";

/** Minutes as Slurm writes them: `7-00:00:00`; null is no limit. */
export const slurmTime = (minutes: number | null): string => {
  if (minutes === null) return "UNLIMITED";
  const days = Math.floor(minutes / 1440);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}:00`;
  return days > 0 ? `${days}-${clock}` : clock;
};

/**
 * PartitionName lines, one a partition.
 * @see https://slurm.schedmd.com/slurm.conf.html#SECTION_PARTITION-CONFIGURATION
 */
export function partitionLines(cluster: SlurmCluster): string[] {
  const poolByName = new Map(cluster.pools.map((pool) => [pool.name, pool]));
  return cluster.partitions.map((queue) => {
    const pools = queue.pools.flatMap((name) => poolByName.get(name) ?? []);
    return [
      `PartitionName=${queue.name}`,
      `Nodes=${pools.map((pool) => hostLists(pool.ranges)).join(",")}`,
      ...(queue.default ? ["Default=YES"] : []),
      "State=UP",
      ...partitionLimits(queue),
      ...(cluster.preemption === "partition" ? [`PreemptMode=${queue.preemptMode.toUpperCase()}`] : []),
      ...(queue.graceSeconds > 0 ? [`GraceTime=${queue.graceSeconds}`] : []),
      ...defaultsPerJob(pools),
      // slurmctld does not start with GPUs as a billed TRES and no database.
      ...(cluster.accounting.kind === "none" ? [] : billing(pools)),
    ].join(" ");
  });
}

/** Who may use a partition, for how long and before whom. */
export function partitionLimits(queue: SlurmQueue): string[] {
  return [
    ...(queue.exclusive ? ["OverSubscribe=EXCLUSIVE"] : []),
    `PriorityTier=${queue.priorityTier}`,
    ...(queue.defaultTimeMinutes === null ? [] : [`DefaultTime=${slurmTime(queue.defaultTimeMinutes)}`]),
    `MaxTime=${slurmTime(queue.maxTimeMinutes)}`,
    ...(queue.maxNodesPerJob === null ? [] : [`MaxNodes=${queue.maxNodesPerJob}`]),
    ...(queue.suspendSeconds === null ? [] : [`SuspendTime=${queue.suspendSeconds}`]),
    ...(queue.allowAccounts.length > 0 ? [`AllowAccounts=${queue.allowAccounts.join(",")}`] : []),
    ...(queue.allowQos.length > 0 ? [`AllowQos=${queue.allowQos.join(",")}`] : []),
  ];
}

/**
 * What a job gets that says nothing: memory in proportion to its CPUs, and CPUs in proportion to its GPUs; the least of the
 * partition's pools. Without it a job that asks for one GPU would take all memory of the node.
 */
function defaultsPerJob(pools: readonly SlurmPool[]): string[] {
  const memoryPerCpu = Math.min(...pools.map(({ hardware }) => Math.floor(hardware.realMemoryMiB / cpusOf(hardware))));
  const cpusPerGpu = pools.flatMap(({ hardware }) =>
    hardware.gpu === null ? [] : [Math.max(1, Math.floor(cpusOf(hardware) / hardware.gpu.count))],
  );
  return [
    `DefMemPerCPU=${memoryPerCpu}`,
    ...(cpusPerGpu.length > 0 ? [`DefCpuPerGPU=${Math.min(...cpusPerGpu)}`] : []),
  ];
}

/** Units of a node by which jobs on accelerators are billed. */
const ACCELERATORS: readonly (readonly [gres: string, units: (hardware: NodeHardware) => number])[] = [
  ["gpu", ({ gpu }) => gpu?.count ?? 0],
  ["neuron", ({ neuron }) => neuron?.devices ?? 0],
];

/**
 * Billing: a job is charged for the largest share of the node that it keeps from others, be it GPUs, CPUs or memory (with
 * PriorityFlags=MAX_TRES). Of several pools in a partition the first one's weights count, since Slurm has one set a partition; those of accelerators
 * are of the first pool that has them, or jobs on GPUs beside a pool of CPUs would be charged for their CPUs alone.
 * @see https://slurm.schedmd.com/slurm.conf.html#OPT_TRESBillingWeights
 */
function billing(pools: readonly SlurmPool[]): string[] {
  const [pool] = pools;
  if (pool === undefined) return [];
  const { hardware } = pool;
  const perUnit = (units: number, of = pool) => Number((of.billingPerNodeHour / units).toPrecision(6));
  const weights = [`CPU=${perUnit(cpusOf(hardware))}`, `Mem=${perUnit(hardware.realMemoryMiB / 1024)}G`];
  for (const [gres, unitsOf] of ACCELERATORS) {
    const having = pools.find((each) => unitsOf(each.hardware) > 0);
    if (having !== undefined) weights.push(`GRES/${gres}=${perUnit(unitsOf(having.hardware), having)}`);
  }
  return [`TRESBillingWeights=${weights.join(",")}`];
}
