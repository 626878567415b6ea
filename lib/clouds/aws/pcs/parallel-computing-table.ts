import { optional, type Table } from "../../../props/field";
import { list, map, part } from "../../../props/nested-fields";
import { flag, oneOf, text, textOrNumber, whole } from "../../../props/simple-fields";
import { SLURM_PARTITION } from "../../../slurm/definition/slurm-tables";
import { network } from "../network/network-field";
import { pools } from "../pools/pool-field";
import type { ParallelComputingProps, PcsPartitionProps } from "./parallel-computing-props";
import { DEFAULT_PCS_VERSION, DEFAULT_SUSPEND_MINUTES, PCS_LIMITS, PCS_SIZES, PCS_VERSIONS } from "./pcs-limits";

/** Names of queues and node groups: https://docs.aws.amazon.com/pcs/latest/APIReference/API_CreateQueue.html */
export const QUEUE_NAME = /^(?!pcs_)[A-Za-z][A-Za-z0-9-]{2,24}$/;

const { default: isDefault, exclusive, priorityTier, defaultTimeMinutes, maxTimeMinutes } = SLURM_PARTITION;
const { preemptMode, graceSeconds, allowAccounts, allowQos } = SLURM_PARTITION;

export const PCS_PARTITION = {
  name: text({
    like: QUEUE_NAME,
    words: "3 to 25 letters, digits and dashes, beginning with a letter",
    example: "train",
    known: "it names a queue",
  }),
  pools: pools(),
  default: isDefault,
  exclusive,
  priorityTier,
  defaultTimeMinutes,
  maxTimeMinutes,
  preemptMode,
  graceSeconds,
  allowAccounts,
  allowQos,
} satisfies Table<PcsPartitionProps>;

/** What a ParallelComputing takes; what goes together is checked after it. */
export const PARALLEL_COMPUTING = {
  network: network(),
  partitions: list(part<PcsPartitionProps>(PCS_PARTITION), {
    least: 1,
    most: PCS_LIMITS.queues,
    words: "a list of objects",
  }),
  loginPools: optional(pools()),
  version: optional(oneOf(PCS_VERSIONS), DEFAULT_PCS_VERSION),
  size: optional(oneOf(PCS_SIZES.map(({ name }) => name))),
  accounting: optional(flag(), true),
  accountingDays: optional(whole({ min: 1, max: 10_000, unit: "days" })),
  suspendMinutes: optional(whole({ min: 1, max: 1440, unit: "minutes" }), DEFAULT_SUSPEND_MINUTES),
  preemption: optional(oneOf(["none", "qos", "partition"]), "none"),
  restApi: optional(flag(), false),
  healthChecks: optional(flag(), true),
  slurmConf: optional(map(textOrNumber())),
} satisfies Table<ParallelComputingProps>;
