import { batchBenchmarks } from "../catalog/batch-rates";
import type { Workload } from "../model/model";
import { MASTER_WEIGHTS, OBJECTIVES, OFFLOADS, OPTIMIZERS, TRAINING_FRAMEWORKS } from "../model/workload";
import { BATCH_RULE, SEQUENCE_RULE } from "../sizing/inputs/check-inputs";
import { modelCheck } from "../sizing/inputs/check-model";
import type { NumberRule } from "../sizing/inputs/check-number";
import {
  type Check,
  exactly,
  flag,
  members,
  nullable,
  number,
  oneOf,
  optional,
  requireAll,
  text,
} from "../sizing/inputs/check-shape";
import {
  LORA_RANK_RANGE,
  RANKS_RANGE,
  REQUEST_TOKENS_RANGE,
  REQUESTS_RANGE,
  RUN_TOKENS_RANGE,
  ZERO_STAGE_RANGE,
} from "../sizing/inputs/ranges";
import { OPTIMIZED } from "./check-optimizer";

const OBJECTIVE = { above: 0, max: 1e6, unit: "s", use: "use null for none" };

const MEGABYTES = { min: 0, max: 1e12, unit: "MB", use: "use 0 for none" };

/** What each number of a workload may be; a blueprint's schema takes the same. */
export const WORKLOAD_NUMBERS = {
  tokens: RUN_TOKENS_RANGE,
  sequenceLength: SEQUENCE_RULE,
  meanSampleTokens: { above: 0, max: SEQUENCE_RULE.max, unit: "tokens", use: "omit it if sequences are packed" },
  globalBatchSequences: BATCH_RULE,
  deadlineDays: { above: 0, max: 1e6, unit: "days", use: "use null for none" },
  datasetGB: { above: 0, max: 1e12, unit: "GB", use: "omit it to assume 4 bytes per token" },
  checkpointMinutes: { above: 0, max: 1e6, unit: "minutes", use: "use null for Daly's interval" },
  egressTBPerMonth: { min: 0, max: 1e6, unit: "TB", use: "omit it if unknown" },
  requestsPerSecond: { ...REQUESTS_RANGE, use: "use the peak rate" },
  promptTokens: REQUEST_TOKENS_RANGE,
  outputTokens: REQUEST_TOKENS_RANGE,
  timeToFirstTokenSeconds: OBJECTIVE,
  timePerOutputTokenSeconds: OBJECTIVE,
  loraAdapters: { min: 0, max: 1e6, whole: true, use: "use 0 for none" },
  loraRank: { ...LORA_RANK_RANGE, use: "use 8 to 64, or null without adapters" },
  units: { above: 0, max: 1e18, use: "use the units of the whole job" },
  unitsPerHourPerGpu: { above: 0, max: 1e15, unit: "units per hour", use: "measure one task" },
  gpusPerTask: { min: 1, max: 100_000, whole: true, unit: "GPUs", use: "use 1 for tasks on one GPU" },
  memoryGiBPerGpu: { above: 0, max: 1e5, unit: "GiB", use: "omit it if unknown" },
  readMBPerUnit: MEGABYTES,
  writeMBPerUnit: MEGABYTES,
} as const satisfies Readonly<Record<string, NumberRule>>;

const N = WORKLOAD_NUMBERS;
const EGRESS = optional(number(N.egressTBPerMonth));

const RANKS = optional(number(RANKS_RANGE));

/** What the host may keep; of disks, what to use instead. */
const OFFLOAD: Check = (problems, path, value) => {
  if (value !== "nvme") return oneOf(OFFLOADS)(problems, path, value);
  const message = `${path} must be ${OFFLOADS.join(" or ")}, got nvme, whose time depends on how the node's disks are striped; use "optimizer-and-weights" where host memory holds the state, or measure one step`;
  problems.add("not-allowed", path, message);
  return false;
};

const PARALLELISM = {
  tensor: RANKS,
  pipeline: RANKS,
  context: RANKS,
  expert: RANKS,
  data: RANKS,
  virtualStages: RANKS,
  microBatchSequences: RANKS,
  zeroStage: optional(number({ ...ZERO_STAGE_RANGE, use: "use 1, or 3 for FSDP" })),
  recompute: optional(oneOf(["none", "elementwise", "selective", "full"])),
  offload: optional(OFFLOAD),
  offloadActivations: optional(flag),
};

const RUN = {
  model: modelCheck,
  tokens: number(N.tokens),
  sequenceLength: number(N.sequenceLength),
  meanSampleTokens: optional(number(N.meanSampleTokens)),
  globalBatchSequences: number(N.globalBatchSequences),
  precision: optional(oneOf(["bf16", "fp8", "fp4"])),
  parallelism: optional(exactly(PARALLELISM)),
  framework: optional(oneOf(TRAINING_FRAMEWORKS)),
  optimizer: optional(oneOf(OPTIMIZERS)),
  masterWeights: optional(oneOf(MASTER_WEIGHTS)),
  deadlineDays: nullable(number(N.deadlineDays)),
  datasetGB: optional(number(N.datasetGB)),
  checkpointMinutes: nullable(number(N.checkpointMinutes)),
  egressTBPerMonth: EGRESS,
};

const KIND_KEY = ["kind"];

const CHECKS: Readonly<Record<Workload["kind"], Check>> = {
  training: exactly(RUN, KIND_KEY),
  "fine-tuning": exactly(
    {
      ...RUN,
      method: oneOf(["full", "lora", "qlora"]),
      loraRank: nullable(number(N.loraRank)),
      objective: optional(oneOf(OBJECTIVES)),
      promptTokens: optional(number(N.promptTokens)),
    },
    KIND_KEY,
  ),
  inference: exactly(
    {
      model: modelCheck,
      precision: oneOf(["bf16", "fp8", "int8", "fp4", "int4"]),
      requestsPerSecond: number(N.requestsPerSecond),
      promptTokens: number(N.promptTokens),
      outputTokens: number(N.outputTokens),
      timeToFirstTokenSeconds: nullable(number(N.timeToFirstTokenSeconds)),
      timePerOutputTokenSeconds: nullable(number(N.timePerOutputTokenSeconds)),
      loraAdapters: number(N.loraAdapters),
      loraRank: nullable(number(N.loraRank)),
      egressTBPerMonth: EGRESS,
    },
    KIND_KEY,
  ),
  batch: exactly(
    {
      unit: text,
      units: number(N.units),
      benchmark: nullable((problems, path, value) => oneOf(batchBenchmarks())(problems, path, value)),
      unitsPerHourPerGpu: nullable(number(N.unitsPerHourPerGpu)),
      gpusPerTask: number(N.gpusPerTask),
      memoryGiBPerGpu: nullable(number(N.memoryGiBPerGpu)),
      readMBPerUnit: number(N.readMBPerUnit),
      writeMBPerUnit: number(N.writeMBPerUnit),
      deadlineDays: nullable(number(N.deadlineDays)),
      egressTBPerMonth: EGRESS,
    },
    KIND_KEY,
  ),
};

const KIND = members({ kind: oneOf(Object.keys(CHECKS)) });

/** Adapters whose rank is not known would be sized as none at all, and the rank of none is meant for adapters that were left out. */
const RANKED: Check = (problems, path, value) => {
  const { kind, method, loraAdapters, loraRank } = value as {
    kind: string;
    method?: string;
    loraAdapters?: number;
    loraRank?: number | null;
  };
  const without =
    kind === "fine-tuning" && method === "full"
      ? 'method "full"'
      : kind === "inference" && loraAdapters === 0
        ? "loraAdapters 0"
        : null;
  if (without !== null && loraRank !== null && loraRank !== undefined) {
    const instead = kind === "inference" ? "set loraAdapters" : 'use method "lora"';
    const message = `${path}.loraRank is only for adapters and has no effect with ${without}, got ${loraRank}; omit it, or ${instead}`;
    problems.add("conflict", `${path}.loraRank`, message);
    return false;
  }
  if (kind !== "inference" || !((loraAdapters ?? 0) > 0) || loraRank !== null) return true;
  const message = `${path}.loraRank must be 1 to 4096 with ${loraAdapters} adapters, got null; use the highest rank of the adapters, typically 16`;
  problems.add("required", `${path}.loraRank`, message);
  return false;
};

/** QLoRA writes its 4-bit weights out in 16 bits to multiply with them. */
const MULTIPLIED: Check = (problems, path, value) => {
  const { method, precision } = value as { method?: string; precision?: string };
  if (method !== "qlora" || precision === undefined || precision === "bf16") return true;
  const message = `${path}.precision must be bf16 with method "qlora", whose weights are written out in 16 bits, got ${precision}; use bf16`;
  problems.add("conflict", `${path}.precision`, message);
  return false;
};

/** What is generated is what the prompt leaves of the sequence. */
const GENERATED: Check = (problems, path, value) => {
  const { kind, objective, promptTokens, sequenceLength } = value as {
    kind: string;
    objective?: string;
    promptTokens?: number;
    sequenceLength: number;
  };
  if (kind !== "fine-tuning") return true;
  const key = `${path}.promptTokens`;
  if (objective !== "grpo") {
    if (promptTokens === undefined) return true;
    problems.add("not-allowed", key, `${key} is only for objective "grpo", got ${promptTokens}; omit it`);
    return false;
  }
  if (promptTokens !== undefined && promptTokens < sequenceLength) return true;
  const got = promptTokens === undefined ? "nothing" : String(promptTokens);
  const message = `${key} must be below sequenceLength (${sequenceLength}) with objective "grpo", got ${got}; use the mean tokens of a prompt`;
  problems.add(promptTokens === undefined ? "required" : "out-of-range", key, message);
  return false;
};

/** A sequence that is padded holds its sample. */
const PADDED: Check = (problems, path, value) => {
  const { meanSampleTokens, sequenceLength } = value as { meanSampleTokens?: number; sequenceLength?: number };
  if (meanSampleTokens === undefined || sequenceLength === undefined || meanSampleTokens <= sequenceLength) return true;
  const key = `${path}.meanSampleTokens`;
  const message = `${key} must be at most sequenceLength (${sequenceLength}), got ${meanSampleTokens}; use the mean tokens of a sample, or omit it if sequences are packed`;
  problems.add("out-of-range", key, message);
  return false;
};

/** What is wrong with how a batch workload gives its rate, which is measured or published; null where nothing is. */
export function rateProblem(benchmark: unknown, unitsPerHourPerGpu: unknown): string | null {
  const given = [benchmark, unitsPerHourPerGpu].filter((value) => value !== undefined && value !== null).length;
  if (given === 1) return null;
  const got = given === 0 ? "neither" : "both";
  return `workload needs either benchmark or unitsPerHourPerGpu, got ${got}; measure one task and give unitsPerHourPerGpu`;
}

const RATED: Check = (problems, path, value) => {
  const { kind, benchmark, unitsPerHourPerGpu } = value as Record<string, unknown>;
  const message = kind === "batch" ? rateProblem(benchmark, unitsPerHourPerGpu) : null;
  if (message !== null) problems.add(benchmark === null ? "required" : "conflict", path, message);
  return message === null;
};

/** Throws one error with everything that is wrong with a workload, in the user's own props; `where` is who was given it. */
export function checkWorkload(workload: Workload, where = "design review"): void {
  requireAll(where, { workload: [workload, KIND] });
  const all: Check = (problems, path, value) =>
    [CHECKS[workload.kind], RANKED, MULTIPLIED, GENERATED, PADDED, RATED, OPTIMIZED]
      .map((check) => check(problems, path, value))
      .every((good) => good);
  requireAll(where, { workload: [workload, all] });
}
