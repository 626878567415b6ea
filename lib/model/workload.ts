import type { ModelArchitecture } from "../catalog/model-architecture";

/** How a run is laid over GPUs, as its user has chosen it. What is left out is 1, and the data-parallel ranks fill the pool. */
export interface DeclaredParallelism {
  /** Ranks that share each layer's matrices. @default 1 */
  readonly tensor?: number;
  /** Pipeline stages. @default 1 */
  readonly pipeline?: number;
  /** Ranks that share each sequence. @default 1 */
  readonly context?: number;
  /** Ranks that share the experts, among those of the other dimensions. @default 1 */
  readonly expert?: number;
  /** Data-parallel replicas. @default - as many as the pool's nodes hold and the batch divides by */
  readonly data?: number;
  /** Model chunks per stage of an interleaved pipeline. @default 1 */
  readonly virtualStages?: number;
  /** Sequences per microbatch. @default 1 */
  readonly microBatchSequences?: number;
  /** Training state divided over the data-parallel ranks: 0 none, 1 optimizer, 2 and gradients, 3 and weights (FSDP). @default 3 with torchtitan and fsdp2, else 1 */
  readonly zeroStage?: 0 | 1 | 2 | 3;
  /** What the backward pass recomputes. @default "none" */
  readonly recompute?: "none" | "elementwise" | "selective" | "full";
  /**
   * What the memory of the host keeps: the optimizer with its gradients (ZeRO-Offload), or the weights too, which takes ZeRO 3
   * (ZeRO-3 offload, FSDP's CPU offload). @default "none"
   */
  readonly offload?: Offload;
  /**
   * Inputs of the layers wait in host memory until the backward pass recomputes the layer (`activation_offloading` of Axolotl and
   * TRL, `use_gradient_checkpointing="unsloth"`); takes `recompute: "full"`. @default false
   */
  readonly offloadActivations?: boolean;
}

/** What of a training state waits in the memory of the host. */
export type Offload = (typeof OFFLOADS)[number];

/** All of {@link Offload}. */
export const OFFLOADS = ["none", "optimizer", "optimizer-and-weights"] as const;

/** Number format of a run's matrix products where it names none. */
export const DEFAULT_PRECISION = "bf16";

/** Rank of LoRA adapters where a run or a service says none. */
export const DEFAULT_LORA_RANK = 16;

/** Training frameworks whose memory, overlap and layouts are known. */
export const TRAINING_FRAMEWORKS = [
  "megatron-core",
  "nemo",
  "torchtitan",
  "fsdp2",
  "deepspeed",
  "axolotl",
  "trl",
  "peft",
  "llama-factory",
  "primus",
  "nxd",
] as const;

/** Name of a training framework. */
export type TrainingFrameworkName = (typeof TRAINING_FRAMEWORKS)[number];

/** Optimizers whose memory per parameter is known. */
export const OPTIMIZERS = [
  "adamw",
  "adamw-8bit",
  "paged-adamw",
  "paged-adamw-8bit",
  "adamw-torchao-8bit",
  "adamw-torchao-4bit",
  "lion",
  "lion-8bit",
  "adafactor",
  "muon",
] as const;

/** The optimizer of a run that names none. */
export const DEFAULT_OPTIMIZER = "adamw";

/** Name of an optimizer. */
export type OptimizerName = (typeof OPTIMIZERS)[number];

/** Copy of the weights that the optimizer updates: one in FP32, or none where BF16 weights are updated themselves. */
export const MASTER_WEIGHTS = ["fp32", "none"] as const;

/** Format of the weights that the optimizer updates. */
export type MasterWeights = (typeof MASTER_WEIGHTS)[number];

/** What fine-tuning learns from: answers (SFT), pairs of answers (DPO), or rewards of answers that it generates (GRPO). */
export const OBJECTIVES = ["sft", "dpo", "grpo"] as const;

/** Name of an objective of fine-tuning. */
export type Objective = (typeof OBJECTIVES)[number];

/** What a training or a fine-tuning run is asked to do. */
interface TrainingRun {
  readonly model: ModelArchitecture;
  readonly tokens: number;
  readonly sequenceLength: number;
  /** Mean tokens of a sample where each sequence holds one, padded to `sequenceLength`; absent where sequences are packed. */
  readonly meanSampleTokens?: number;
  /** Sequences a step, over all data-parallel ranks. */
  readonly globalBatchSequences: number;
  /** Number format of the linear layers' matrix products; absent for bf16. */
  readonly precision?: "bf16" | "fp8" | "fp4";
  /** The layout to judge; absent where the library chooses one. */
  readonly parallelism?: DeclaredParallelism;
  /** The framework that trains; absent for Megatron-Core, and with QLoRA for PEFT. */
  readonly framework?: TrainingFrameworkName;
  /** The optimizer; absent for AdamW with the moments of the framework. */
  readonly optimizer?: OptimizerName;
  /** Whether BF16 weights have an FP32 copy that is updated; absent for the framework's own, which has one. */
  readonly masterWeights?: MasterWeights;
  readonly deadlineDays: number | null;
  /** Size of the dataset as it is stored, GB; 4 bytes per token where absent. */
  readonly datasetGB?: number;
  readonly checkpointMinutes: number | null;
  /** TB of 10^12 bytes that leave for the internet in a month, all uses together; absent where not known. */
  readonly egressTBPerMonth?: number;
}

/**
 * Independent tasks that a queue hands out: rendering, simulation, image generation, embedding of a corpus. The rate is measured
 * (`unitsPerHourPerGpu`) or published (`benchmark`).
 */
export interface BatchWorkload {
  readonly kind: "batch";
  /** What the tasks make, in the singular: `frame`, `image`, `ns`. */
  readonly unit: string;
  /** Units in all. */
  readonly units: number;
  /** Name of a published rate of the catalog; null where the rate is measured. */
  readonly benchmark: string | null;
  /** Units per hour and GPU, as measured; null where a benchmark gives it. */
  readonly unitsPerHourPerGpu: number | null;
  /** GPUs of one task. */
  readonly gpusPerTask: number;
  /** Memory that a task takes on each of its GPUs, GiB; null where not known. */
  readonly memoryGiBPerGpu: number | null;
  /** MB of 10^6 bytes that are read and written for each unit. */
  readonly readMBPerUnit: number;
  readonly writeMBPerUnit: number;
  readonly deadlineDays: number | null;
  /** TB of 10^12 bytes that leave for the internet in a month; absent where not known. */
  readonly egressTBPerMonth?: number;
}

/** What the cluster is for. A review without one checks the design alone. */
export type Workload =
  | BatchWorkload
  | (TrainingRun & { readonly kind: "training" })
  | (TrainingRun & {
      readonly kind: "fine-tuning";
      readonly method: "full" | "lora" | "qlora";
      readonly loraRank: number | null;
      /** Absent for supervised fine-tuning. */
      readonly objective?: Objective;
      /** With GRPO: tokens of each sequence that are its prompt; the rest is generated. */
      readonly promptTokens?: number;
    })
  | {
      readonly kind: "inference";
      readonly model: ModelArchitecture;
      readonly precision: "bf16" | "fp8" | "int8" | "fp4" | "int4";
      readonly requestsPerSecond: number;
      readonly promptTokens: number;
      readonly outputTokens: number;
      readonly timeToFirstTokenSeconds: number | null;
      readonly timePerOutputTokenSeconds: number | null;
      readonly loraAdapters: number;
      readonly loraRank: number | null;
      /** TB of 10^12 bytes that leave for the internet in a month: answers to users outside; absent where not known. */
      readonly egressTBPerMonth?: number;
    };

/** A workload that trains a model. */
export type TrainingWork = Extract<Workload, { kind: "training" | "fine-tuning" }>;

/** A workload of a model: one that trains or serves it. */
export type ModelWork = Exclude<Workload, BatchWorkload>;

/** Whether a workload trains a model. */
export const trains = (workload: Workload | null): workload is TrainingWork =>
  workload?.kind === "training" || workload?.kind === "fine-tuning";
