import { number, whole } from "../props/simple-fields";
import { MINUTES_PER_YEAR } from "../units/minutes";
import { LORA_RANKS } from "./serving/adapter-memory";

// Ranges of the numbers of workloads: the constructs' tables of props are made of them, and charts are checked by them. What a pool
// holds is checked with the pool, which then says the whole range (`byOthers`).

const gpus = () => whole({ min: 1, unit: "GPUs", byOthers: true });
const deadlineMinutes = whole({ min: 1, max: MINUTES_PER_YEAR, unit: "minutes" });
const retries = whole({ min: 0, max: 100 });

/** Fewest and most workers, replicas or servers; engines that cannot be without one say so. */
export const FEWEST = whole({ min: 0 });
export const MOST = whole({ min: 1 });

/** The numbers of a team. */
export const TEAM_NUMBERS = { weight: number({ above: 0 }), gpus: whole({ min: 0, unit: "GPUs" }) } as const;

/** The numbers of a Ray cluster. */
export const RAY_NUMBERS = {
  idleMinutes: whole({ min: 1, max: 1440, unit: "minutes" }),
  gpusPerPod: whole({ min: 1, unit: "GPUs" }),
} as const;

/** The numbers of a batch job. */
export const JOB_NUMBERS = {
  nodes: whole({ min: 1, unit: "pods", byOthers: true }),
  gpusPerPod: gpus(),
  retries,
  deadlineMinutes,
  keepHours: whole({ min: 0, max: 720, unit: "hours" }),
} as const;

/** The numbers of a job's heartbeat. */
export const HEARTBEAT_NUMBERS = {
  minutes: whole({ min: 2, max: 1440, unit: "minutes" }),
  startMinutes: whole({ min: 1, max: 1440, unit: "minutes" }),
} as const;

/** The numbers of a fine-tuning run. */
export const FINE_TUNING_NUMBERS = {
  gpus: gpus(),
  rank: whole({ min: 1, max: 512 }),
  epochs: whole({ min: 1, max: 1000 }),
  sequenceLength: whole({ min: 16, max: 1_048_576, unit: "tokens" }),
  batchPerGpu: whole({ min: 1, max: 1024 }),
  learningRate: number({ above: 0, below: 1 }),
  checkpointSteps: whole({ min: 1, max: 1_000_000, unit: "steps" }),
  retries,
  deadlineMinutes,
} as const;

/** Tokens beyond any model's context. */
const LONGEST_REQUEST = 100_000_000;

/** The numbers of a served model; the shortest time to a first token that a model can keep, and the longest that anybody would promise. */
export const SERVING_NUMBERS = {
  tensorParallel: gpus(),
  pipelineParallel: whole({ min: 1, byOthers: true }),
  dataParallel: whole({ min: 1, max: 1024, unit: "ranks" }),
  maxModelLength: whole({ min: 1, max: LONGEST_REQUEST, unit: "tokens" }),
  targetOngoingRequests: whole({ min: 1, max: 4096, unit: "requests" }),
  kvOffloadGiB: whole({ min: 1, max: 65_536, unit: "GiB", byOthers: true }),
  targetTimeToFirstTokenSeconds: number({ min: 0.02, max: 120, unit: "seconds" }),
} as const;

/** Replicas that only read prompts. */
export const PREFILL_REPLICAS = whole({ min: 1, max: 4096 });

/** The numbers of a model's adapters. */
export const LORA_NUMBERS = {
  maxAdapters: whole({ min: 1 }),
  maxRank: whole({ min: 1, max: LORA_RANKS[LORA_RANKS.length - 1]! }),
} as const;

/** The numbers of a Triton server. */
export const TRITON_NUMBERS = {
  gpusPerReplica: gpus(),
  targetPendingRequests: whole({ min: 1, max: 4096, unit: "requests" }),
  targetQueueMilliseconds: number({ above: 0, max: 60_000, unit: "milliseconds" }),
} as const;
