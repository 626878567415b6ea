import { unitOfBenchmark } from "../catalog/batch-rates";
import { modelFromConfigFile } from "../catalog/config/model-config";
import type { ModelArchitecture } from "../catalog/model-architecture";
import { findModelArchitecture, modelArchitecture, modelArchitectures, nearModels } from "../catalog/models";
import { Problems } from "../errors";
import type { DeclaredParallelism, Workload } from "../model/model";
import type { BatchWorkload, MasterWeights, Objective, OptimizerName, TrainingFrameworkName } from "../model/workload";
import { DEFAULT_LORA_RANK, DEFAULT_PRECISION } from "../model/workload";
import { requireObject } from "../props/require-argument";
import { checkWorkload } from "../review/check-workload";
import { exactly, requireAll, text } from "../sizing/inputs/check-shape";

/** A model of the catalog by name, one of your own by its shape, or by the file of its Hugging Face `config.json`. */
export type ModelChoice = string | ModelArchitecture | { readonly config: string };

/** The shape of a model; throws where the catalog has no such model, or the file is no config.json that can be read. */
export function modelOf(model: ModelChoice): ModelArchitecture {
  if (typeof model === "string") return modelArchitecture(model);
  // what is no object is refused with all else that is wrong with its workload
  if (typeof model !== "object" || model === null || !("config" in model)) return model;
  requireAll("model", { "workload.model": [model, exactly({ config: text })] });
  return modelFromConfigFile(model.config);
}

/** A workload in the terms of the model, once it is found to be one. */
function checked<W extends Workload>(where: string, workload: W): W {
  checkWorkload(workload, where);
  return workload;
}

/** The same of a model of the user's choice; a name that the catalog does not have is told together with all else that is wrong. */
function ofModel<W extends Workload>(where: string, model: ModelChoice, make: (model: ModelArchitecture) => W): W {
  if (typeof model !== "string" || findModelArchitecture(model) !== undefined)
    return checked(where, make(modelOf(model)));
  const problems = new Problems();
  const message = `workload.model "${model}" is not in the catalog; ${nearModels(model)}`;
  problems.add("unknown-name", "workload.model", message);
  // any model stands in for it
  problems.attempt(() => checkWorkload(make(modelArchitectures()[0]!), where));
  return problems.throwIfAny(where) as never;
}

const requireOptions = (where: string, options: unknown, example = '{ model: "llama-3.1-70b", … }') =>
  requireObject(where, "options", options, example);

interface RunOptions {
  /** Model of the catalog (`llama-3.1-70b`), a shape of your own, or `{ config: "./config.json" }` of Hugging Face. */
  readonly model: ModelChoice;
  /** Tokens to train on, in all. */
  readonly tokens: number;
  /** Tokens in a sequence. */
  readonly sequenceLength: number;
  /**
   * Mean tokens of a sample, where each sequence holds one and is padded to `sequenceLength`: `tokens` counts no padding, so that the
   * run takes as many times longer as sequences are longer than samples. In GRPO, the others wait for the longest, which fills
   * `sequenceLength`. @default - sequences are packed with samples
   */
  readonly meanSampleTokens?: number;
  /** Sequences a step, over all GPUs. */
  readonly globalBatchSequences: number;
  /**
   * Number format of the linear layers' matrix products: `fp8` with per-tensor scaling on Hopper and MXFP8 on Blackwell, `fp4` as
   * NVFP4 on Blackwell. @default bf16
   */
  readonly precision?: "bf16" | "fp8" | "fp4";
  /** A layout of your own, which the review judges and compares with the library's. @default - the library's choice */
  readonly parallelism?: DeclaredParallelism;
  /**
   * Training framework: what it overlaps, keeps for each parameter and can divide a model by.
   * @default - megatron-core; PEFT's for QLoRA
   */
  readonly framework?: TrainingFrameworkName;
  /**
   * Optimizer, which sets the bytes per parameter of its state. 8-bit and paged ones are those of bitsandbytes (`adamw_8bit` in
   * Transformers), unless named for torchao (`adamw_torch_8bit`); frameworks offer different ones. @default adamw
   */
  readonly optimizer?: OptimizerName;
  /**
   * The FP32 copy of the weights that the optimizer updates; `none` where it updates BF16 weights themselves (`pure_bf16` of
   * LLaMA-Factory, `bf16` of Axolotl on one GPU, `training.dtype` of torchtitan). @default fp32
   */
  readonly masterWeights?: MasterWeights;
  /** Days by which it must be done. @default - none; 90 days are then sized for */
  readonly deadlineDays?: number;
  /** The dataset as it is stored, GB. @default - 4 bytes per token */
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
  /**
   * What it learns from: `sft` answers, `dpo` pairs of answers (`tokens` counts both), `grpo` rewards of answers that it generates on
   * the same GPUs. @default sft
   */
  readonly objective?: Objective;
  /** With `grpo`: tokens of each sequence that are its prompt; the rest is generated. @default - required for `grpo` */
  readonly promptTokens?: number;
}

/** A service, in the words of a blueprint. */
export interface InferenceWorkloadOptions {
  /** Model of the catalog (`llama-3.1-8b`), a shape of your own, or `{ config: "./config.json" }` of Hugging Face. */
  readonly model: ModelChoice;
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
  /** Adapters served in addition to the base model. @default 0 */
  readonly loraAdapters?: number;
  /** Rank of the adapters. @default - none, or 16 with adapters */
  readonly loraRank?: number;
  /** TB (10^12 bytes) that leave for the internet in a month. @default - none counted */
  readonly egressTBPerMonth?: number;
}

/** Independent tasks (rendering, simulation, image generation, embedding of a corpus), in the words of a blueprint. */
export interface BatchWorkloadOptions {
  /** What the tasks make, in the singular: `frame`, `image`, `ns`. @default - what the benchmark counts, else `unit` */
  readonly unit?: string;
  /** Units in all. */
  readonly units: number;
  /** A published rate of the catalog (`stable-diffusion-xl`, `retinanet` …). @default - none; give unitsPerHourPerGpu */
  readonly benchmark?: string;
  /** Units per hour and GPU that you measured with one task on this GPU type. @default - the benchmark's */
  readonly unitsPerHourPerGpu?: number;
  /** GPUs of one task. @default 1 */
  readonly gpusPerTask?: number;
  /** GPU memory that a task takes on each of its GPUs, GiB. @default - not checked */
  readonly memoryGiBPerGpu?: number;
  /** MB (10^6 bytes) that are read for each unit. @default 0 */
  readonly readMBPerUnit?: number;
  /** MB (10^6 bytes) that are written for each unit. @default 0 */
  readonly writeMBPerUnit?: number;
  /** Days by which it must be done. @default - none */
  readonly deadlineDays?: number;
  /** TB (10^12 bytes) that leave for the internet in a month. @default - none counted */
  readonly egressTBPerMonth?: number;
}

/** Rank of a workload's adapters unless told otherwise; null where it has none. */
export function usualRank(
  workload: { readonly method: string } | { readonly loraAdapters: number | undefined },
): number | null {
  const adapters = "method" in workload ? workload.method !== "full" : (workload.loraAdapters ?? 0) > 0;
  return adapters ? DEFAULT_LORA_RANK : null;
}

function run(options: RunOptions, model: ModelArchitecture) {
  return {
    ...options,
    model,
    deadlineDays: options.deadlineDays ?? null,
    checkpointMinutes: options.checkpointMinutes ?? null,
  };
}

/** The run in the terms of the model; throws for one that it cannot be: an unknown model, a key that it does not have. */
export function trainingWorkload(options: TrainingWorkloadOptions): Extract<Workload, { kind: "training" }> {
  requireOptions("trainingWorkload", options);
  return ofModel("trainingWorkload", options.model, (model) => ({ kind: "training", ...run(options, model) }));
}

/** The run in the terms of the model; throws for one that it cannot be: an unknown model, a key that it does not have. */
export function fineTuningWorkload(options: FineTuningWorkloadOptions): Extract<Workload, { kind: "fine-tuning" }> {
  requireOptions("fineTuningWorkload", options);
  return ofModel("fineTuningWorkload", options.model, (model) => ({
    kind: "fine-tuning",
    ...run(options, model),
    method: options.method,
    loraRank: options.loraRank ?? usualRank(options),
  }));
}

/** The service in the terms of the model; throws for one that it cannot be: an unknown model, a key that it does not have. */
export function inferenceWorkload(options: InferenceWorkloadOptions): Extract<Workload, { kind: "inference" }> {
  requireOptions("inferenceWorkload", options);
  const loraAdapters = options.loraAdapters ?? 0;
  return ofModel("inferenceWorkload", options.model, (model) => ({
    kind: "inference",
    ...options,
    model,
    precision: options.precision ?? DEFAULT_PRECISION,
    timeToFirstTokenSeconds: options.timeToFirstTokenSeconds ?? null,
    timePerOutputTokenSeconds: options.timePerOutputTokenSeconds ?? null,
    loraAdapters,
    loraRank: options.loraRank ?? usualRank({ loraAdapters }),
  }));
}

/** The tasks in the terms of the model; throws for those that they cannot be. */
export function batchWorkload(options: BatchWorkloadOptions): BatchWorkload {
  requireOptions("batchWorkload", options, "{ units: 1e6, unitsPerHourPerGpu: 100 }");
  return checked("batchWorkload", {
    kind: "batch",
    ...options,
    unit: options.unit ?? unitOfBenchmark(options.benchmark ?? "") ?? "unit",
    benchmark: options.benchmark ?? null,
    unitsPerHourPerGpu: options.unitsPerHourPerGpu ?? null,
    gpusPerTask: options.gpusPerTask ?? 1,
    memoryGiBPerGpu: options.memoryGiBPerGpu ?? null,
    readMBPerUnit: options.readMBPerUnit ?? 0,
    writeMBPerUnit: options.writeMBPerUnit ?? 0,
    deadlineDays: options.deadlineDays ?? null,
  });
}
