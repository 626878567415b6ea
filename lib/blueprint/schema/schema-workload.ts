import { z } from "zod";
import { usualRank } from "../../architectures/workloads";
import { batchBenchmarks } from "../../catalog/batch-rates";
import { MASTER_WEIGHTS, OBJECTIVES, OFFLOADS, OPTIMIZERS, TRAINING_FRAMEWORKS } from "../../model/workload";
import { WORKLOAD_NUMBERS as N } from "../../review/check-workload";
import { RANKS_RANGE } from "../../sizing/inputs/ranges";
import { derived, fallback, num, section, unset } from "./key";
import { model } from "./schema-model";
import { strictObject } from "./strict-object";

/** A word or two, as it stands in a report. */
const UNIT = /^[A-Za-z][A-Za-z0-9 /-]{0,29}$/;

const ranks = (is: string, means = "1") => unset(num(RANKS_RANGE), is, means);

const parallelism = strictObject(() => ({
  tensor: ranks("Ranks that share each layer's matrices"),
  pipeline: ranks("Pipeline stages"),
  context: ranks("Ranks that share each sequence"),
  expert: ranks("Ranks that share the experts"),
  data: ranks("Data-parallel replicas", "as many as the pool holds and the batch divides by"),
  virtualStages: ranks("Model chunks per stage of an interleaved pipeline"),
  microBatchSequences: ranks("Sequences per microbatch"),
  zeroStage: unset(
    z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    "Training state divided over the data-parallel ranks: 0 none, 1 optimizer, 2 and gradients, 3 and weights (FSDP)",
    "3 with torchtitan and fsdp2, else 1",
  ),
  recompute: unset(z.enum(["none", "elementwise", "selective", "full"]), "What the backward pass recomputes", "none"),
  offload: unset(
    z.enum(OFFLOADS),
    "What host memory keeps: the optimizer (ZeRO-Offload), or the weights too, which takes ZeRO 3",
    "none",
  ),
  offloadActivations: unset(
    z.boolean(),
    "Inputs of layers wait in host memory for their recomputation (activation_offloading of Axolotl and TRL); takes recompute full",
    "false",
  ),
})).describe("A layout of your own, which the review judges and compares with the library's");
const egressTBPerMonth = unset(
  num(N.egressTBPerMonth),
  "TB (10^12 bytes) that leave for the internet in a month",
  "none counted",
);
const run = {
  tokens: num(N.tokens).describe("Tokens to train on, in all"),
  sequenceLength: num(N.sequenceLength).describe("Tokens in a sequence"),
  meanSampleTokens: unset(
    num(N.meanSampleTokens),
    "Mean tokens of a sample, where each sequence holds one and is padded to sequenceLength",
    "sequences are packed with samples",
  ),
  globalBatchSequences: num(N.globalBatchSequences).describe("Sequences per step, across all GPUs"),
  precision: fallback(
    z.enum(["bf16", "fp8", "fp4"]),
    "bf16",
    "Number format of the linear layers' matrix products: FP8 on Hopper and later, FP4 on Blackwell and later",
  ),
  parallelism: section(parallelism, "the library's choice"),
  framework: unset(
    z.enum(TRAINING_FRAMEWORKS),
    "Training framework: sets overlap, memory per parameter and the layouts that it can divide a model by",
    "megatron-core; PEFT's for QLoRA",
  ),
  optimizer: unset(
    z.enum(OPTIMIZERS),
    "Optimizer: sets the bytes per parameter of its state (8-bit and paged ones are bitsandbytes', unless named torchao)",
    "adamw",
  ),
  masterWeights: unset(
    z.enum(MASTER_WEIGHTS),
    "FP32 copy of the weights that the optimizer updates; none: BF16 weights are updated themselves (pure_bf16)",
    "fp32",
  ),
  deadlineDays: unset(num(N.deadlineDays), "Days by which it must be done", "none; sizing then takes 90"),
  datasetGB: unset(num(N.datasetGB), "The dataset as it is stored, GB", "4 bytes per token"),
  checkpointMinutes: unset(
    num(N.checkpointMinutes),
    "Minutes between checkpoints",
    "the best interval for the failure rate",
  ),
  egressTBPerMonth,
};
const rank = derived(num(N.loraRank), "Rank of the adapters", "16 with adapters", ({ owner }) =>
  usualRank(
    owner.kind === "fine-tuning" ? { method: String(owner.method) } : { loraAdapters: Number(owner.loraAdapters ?? 0) },
  ),
);

export const workloadSchema = z
  .discriminatedUnion("kind", [
    strictObject(() => ({ kind: z.literal("training").describe("A pre-training run"), model, ...run })).describe(
      "A pre-training run",
    ),
    strictObject(() => ({
      kind: z.literal("fine-tuning").describe("A fine-tuning run"),
      model,
      method: z
        .enum(["full", "lora", "qlora"])
        .describe("What is trained: all weights, adapters, adapters over 4-bit weights"),
      loraRank: rank,
      objective: fallback(
        z.enum(OBJECTIVES),
        "sft",
        "What it learns from: answers (sft), pairs of answers (dpo), rewards of answers that it generates on the same GPUs (grpo)",
      ),
      promptTokens: unset(
        num(N.promptTokens),
        "With grpo: tokens of each sequence that are its prompt; the rest is generated",
        "required for grpo",
      ),
      ...run,
    })).describe("A fine-tuning run"),
    strictObject(() => ({
      kind: z.literal("inference").describe("A service"),
      model,
      precision: fallback(z.enum(["bf16", "fp8", "int8", "fp4", "int4"]), "bf16", "Weights' number format"),
      requestsPerSecond: num(N.requestsPerSecond).describe("Peak requests per second"),
      promptTokens: num(N.promptTokens).describe("Mean tokens of a prompt"),
      outputTokens: num(N.outputTokens).describe("Mean tokens of an answer"),
      timeToFirstTokenSeconds: unset(num(N.timeToFirstTokenSeconds), "Latency objective for the first token", "none"),
      timePerOutputTokenSeconds: unset(
        num(N.timePerOutputTokenSeconds),
        "Latency objective for each further token",
        "none",
      ),
      loraAdapters: fallback(num(N.loraAdapters), 0, "Adapters served in addition to the base model"),
      loraRank: rank,
      egressTBPerMonth,
    })).describe("A service"),
    strictObject(() => ({
      kind: z.literal("batch").describe("Independent tasks: rendering, simulation, image generation, embedding"),
      unit: unset(
        z.string().regex(UNIT),
        "What the tasks make, in the singular: frame, image, ns",
        "the benchmark's, or unit",
      ),
      units: num(N.units).describe("Units in all"),
      benchmark: unset(
        z.enum(batchBenchmarks() as [string, ...string[]]),
        "A published rate of the catalog",
        "none; give unitsPerHourPerGpu",
      ),
      unitsPerHourPerGpu: unset(
        num(N.unitsPerHourPerGpu),
        "Units per hour and GPU that you measured with one task on this GPU type",
        "the benchmark's",
      ),
      gpusPerTask: fallback(num(N.gpusPerTask), 1, "GPUs of one task"),
      memoryGiBPerGpu: unset(
        num(N.memoryGiBPerGpu),
        "GPU memory that a task takes on each of its GPUs, GiB",
        "not checked",
      ),
      readMBPerUnit: fallback(num(N.readMBPerUnit), 0, "MB (10^6 bytes) that are read for each unit"),
      writeMBPerUnit: fallback(num(N.writeMBPerUnit), 0, "MB (10^6 bytes) that are written for each unit"),
      deadlineDays: unset(num(N.deadlineDays), "Days by which it must be done", "none"),
      egressTBPerMonth,
    })).describe("Independent tasks that a queue hands out"),
  ])
  .describe("What the cluster is for; the review judges the design by it");

type Workload<Name> = Extract<z.infer<typeof workloadSchema>, { readonly kind: Name }>;

export interface TrainingWorkloadBlueprint extends Workload<"training"> {}
export interface FineTuningWorkloadBlueprint extends Workload<"fine-tuning"> {}
export interface InferenceWorkloadBlueprint extends Workload<"inference"> {}
export interface BatchWorkloadBlueprint extends Workload<"batch"> {}

/** `workload`: what the cluster is for. */
export type WorkloadBlueprint =
  | TrainingWorkloadBlueprint
  | FineTuningWorkloadBlueprint
  | InferenceWorkloadBlueprint
  | BatchWorkloadBlueprint;
