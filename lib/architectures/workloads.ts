import { modelArchitecture } from "../catalog/models";
import type { Workload } from "../model/model";

interface RunOptions {
  /** Model of the catalogue: `llama-3.1-70b`. */
  readonly model: string;
  /** Tokens to train on, in all. */
  readonly tokens: number;
  /** Tokens in a sequence. */
  readonly sequenceLength: number;
  /** Sequences a step, over all GPUs. */
  readonly globalBatchSequences: number;
  /** Days by which it must be done. @default - none; 90 days are then sized for */
  readonly deadlineDays?: number;
  /** The dataset as it is stored, GB. @default - 4 bytes a token */
  readonly datasetGB?: number;
  /** Minutes between checkpoints. @default - Daly's interval for the failure rate */
  readonly checkpointMinutes?: number;
  /** TB (10^12 bytes) that leave for the internet in a month. @default - none counted */
  readonly egressTBPerMonth?: number;
}

/** A pre-training run, in the words of a blueprint. */
export interface TrainingWorkloadOptions extends RunOptions {}

/** A fine-tuning run, in the words of a blueprint. */
export interface FineTuningWorkloadOptions extends RunOptions {
  /** What is trained: all weights, adapters, or adapters over 4-bit weights. */
  readonly method: "full" | "lora" | "qlora";
  /** Rank of the adapters. @default 16 */
  readonly loraRank?: number;
}

/** A service, in the words of a blueprint. */
export interface InferenceWorkloadOptions {
  /** Model of the catalogue: `llama-3.1-8b`. */
  readonly model: string;
  /** Number format of the weights. @default bf16 */
  readonly precision?: "bf16" | "fp8" | "int8" | "fp4" | "int4";
  /** Requests a second at the peak. */
  readonly requestsPerSecond: number;
  /** Mean tokens of a prompt. */
  readonly promptTokens: number;
  /** Mean tokens of an answer. */
  readonly outputTokens: number;
  /** Objective for the first token. @default - none */
  readonly timeToFirstTokenSeconds?: number;
  /** Objective for each further token. @default - none */
  readonly timePerOutputTokenSeconds?: number;
  /** Adapters served beside the base model. @default 0 */
  readonly loraAdapters?: number;
  /** Rank of the adapters. @default - none, or 16 with adapters */
  readonly loraRank?: number;
  /** TB (10^12 bytes) that leave for the internet in a month. @default - none counted */
  readonly egressTBPerMonth?: number;
}

const USUAL_RANK = 16;

function run(options: RunOptions) {
  return {
    ...options,
    model: modelArchitecture(options.model),
    deadlineDays: options.deadlineDays ?? null,
    checkpointMinutes: options.checkpointMinutes ?? null,
  };
}

/** The run in the terms of the model; throws where the catalogue has no such model. */
export function trainingWorkload(options: TrainingWorkloadOptions): Extract<Workload, { kind: "training" }> {
  return { kind: "training", ...run(options) };
}

/** The run in the terms of the model; throws where the catalogue has no such model. */
export function fineTuningWorkload(options: FineTuningWorkloadOptions): Extract<Workload, { kind: "fine-tuning" }> {
  return {
    kind: "fine-tuning",
    ...run(options),
    method: options.method,
    loraRank: options.loraRank ?? (options.method === "full" ? null : USUAL_RANK),
  };
}

/** The service in the terms of the model; throws where the catalogue has no such model. */
export function inferenceWorkload(options: InferenceWorkloadOptions): Extract<Workload, { kind: "inference" }> {
  const loraAdapters = options.loraAdapters ?? 0;
  return {
    kind: "inference",
    ...options,
    model: modelArchitecture(options.model),
    precision: options.precision ?? "bf16",
    timeToFirstTokenSeconds: options.timeToFirstTokenSeconds ?? null,
    timePerOutputTokenSeconds: options.timePerOutputTokenSeconds ?? null,
    loraAdapters,
    loraRank: options.loraRank ?? (loraAdapters > 0 ? USUAL_RANK : null),
  };
}
