import { exactly, mapRange, type Range } from "../../lib/sizing/inputs/range";
import { type LoraTargets, loraParameters } from "../../lib/sizing/memory/lora-adapter";
import {
  TRAINING_PRECISIONS,
  type TrainingPrecision,
  type TrainingPrecisionName,
  type WeightPrecision,
  weightsBytes,
} from "../../lib/sizing/memory/model-memory";
import { FRAGMENTATION, type TrainingMemory, trainingMemory } from "../../lib/sizing/memory/training-memory";
import type { Adapter } from "../../lib/sizing/memory/training-state";
import { type ParallelLayout, SINGLE_GPU } from "../../lib/sizing/parallelism/parallel-layout";
import { memoryFamily, shownMemoryFamily } from "../../lib/sizing/spread/families";
import { TRAINING_SOFTWARE, type TrainingSoftwareName } from "../../lib/sizing/time/training-software";
import type { ValidationSet } from "./row";
import { publishedModel, publishedRows, type SectionRow, type ValidationSection } from "./section";

/** A row of docs/validation/tuning-memory.json: memory as PyTorch counts it. */
export interface PublishedTuning {
  readonly where: string;
  readonly model: string;
  readonly method: "full" | "lora" | "qlora";
  /** Format of the frozen weights. */
  readonly weights: WeightPrecision;
  readonly loraRank?: number;
  readonly loraTargets?: LoraTargets;
  /** Where {@link loraParameters} does not know the model's attention. */
  readonly adapterParameters?: number;
  readonly sequenceLength: number;
  readonly microBatchSequences: number;
  readonly gpus: number;
  readonly zeroStage: ParallelLayout["zeroStage"];
  readonly recompute: ParallelLayout["recompute"];
  /** @default "flash" */
  readonly attention?: "flash" | "unfused";
  readonly logitBytes: number;
  /** Norms and gates run operation by operation (plain PyTorch), not fused or compiled. */
  readonly unfused: boolean;
  /** Hugging Face's models and PEFT of today. @default false */
  readonly huggingFace?: boolean;
  /** See `Adapter.prepared`. */
  readonly prepared?: boolean;
  /** What was read: tensors, with the allocator's reserve, or all of the process. */
  readonly counted: "allocated" | "reserved" | "process";
  readonly state: TrainingPrecisionName | keyof typeof OTHER_STATES;
  /** @default - Transformers, on several GPUs in FSDP or DDP */
  readonly software?: TrainingSoftwareName;
  /** Ranks of Megatron's layouts. @default 1 each */
  readonly tensor?: number;
  readonly pipeline?: number;
  readonly expert?: number;
  /** @default - one microbatch of each GPU */
  readonly globalBatchSequences?: number;
  /** Products in FP8. @default false */
  readonly fp8?: boolean;
  /** Every second product of a layer is computed again, as torchtitan's selective recomputation does. @default false */
  readonly recomputedHalf?: boolean;
  /** Frozen models beside the trained one (DPO, KTO). @default 0 */
  readonly referenceModels?: number;
  /** What nvidia-smi showed at most, where tensors were read too. */
  readonly shownMiB?: number;
  /** Null where it did not fit. */
  readonly published: number | null;
  readonly unit: "GB" | "GiB";
  readonly gpu: string;
  /** GPUs that hold the model's layers in turn (device_map): the figure is their sum. @default 1 */
  readonly devices?: number;
  readonly set: ValidationSet;
  readonly source: string;
  readonly note?: string;
}

/** Bytes a parameter of optimizers that the library does not offer: moments in BF16 or 8 bits. */
const OTHER_STATES = {
  "bf16-adam-bf16-moments": { weightBytes: 2, gradientBytes: 4, masterBytes: 4, optimizerBytes: 4 },
  "fp32-adam-8bit": { weightBytes: 4, gradientBytes: 4, masterBytes: 0, optimizerBytes: 2 },
  "fp32-adam-8bit-bf16-compute": { weightBytes: 4, gradientBytes: 4, masterBytes: 0, optimizerBytes: 2 },
} as const satisfies Record<string, TrainingPrecision>;

const SEEN_TUNINGS = "tuning-memory.json";
const UNSEEN_TUNINGS = "litgpt-hub-memory.json";
const SWIFT_TUNINGS = "ms-swift-memory.json";

/** All rows. */
export function publishedTunings(): readonly PublishedTuning[] {
  return [SEEN_TUNINGS, UNSEEN_TUNINGS, SWIFT_TUNINGS].flatMap((file) => publishedRows<PublishedTuning[]>(file));
}

/** What a row trains instead of the model's own weights. */
export function tuningAdapter(row: PublishedTuning): Adapter | undefined {
  if (row.method === "full") return undefined;
  const model = publishedModel(row.model);
  return {
    parameters: row.adapterParameters ?? loraParameters(model, row.loraRank!, row.loraTargets),
    rank: row.loraRank!,
    targets: row.loraTargets,
    frozenBytes: weightsBytes(model, row.weights),
    quantized: row.method === "qlora",
    prepared: row.prepared,
  };
}

/** On several GPUs runs of Transformers use FSDP, or DDP. */
const reserveOf = ({ gpus, software }: PublishedTuning) =>
  gpus > 1 ? TRAINING_SOFTWARE[software ?? "fsdp"].allocatorReserve : FRAGMENTATION;

/** Our memory for a row, as far as the publication counts it. */
export function tuningBytes(row: PublishedTuning): Range {
  const { total, weights, gradients, optimizer, activations, temporary } = tuningMemory(row);
  if (row.counted === "process") return total;
  const fixed = weights + gradients + optimizer;
  const moving = activations + temporary;
  const reserve = row.counted === "reserved" ? reserveOf(row) : exactly(0);
  return mapRange(reserve, (share) => fixed + moving * (1 + share));
}

function layoutOf(row: PublishedTuning): ParallelLayout {
  const { tensor = 1, pipeline = 1, expert = 1, gpus, microBatchSequences, zeroStage, recompute } = row;
  const data = gpus / (tensor * pipeline);
  const sequenceParallel = tensor > 1;
  return { ...SINGLE_GPU, tensor, pipeline, expert, data, sequenceParallel, microBatchSequences, zeroStage, recompute };
}

function memoryWith(row: PublishedTuning, recompute: ParallelLayout["recompute"]): TrainingMemory {
  return trainingMemory(
    {
      model: publishedModel(row.model),
      state: { ...TRAINING_PRECISIONS, ...OTHER_STATES }[row.state],
      globalBatchSequences: row.globalBatchSequences ?? row.microBatchSequences * row.gpus,
      sequenceLength: row.sequenceLength,
      attention: row.attention ?? "flash",
      dropout: false,
      logitBytes: row.logitBytes,
      unfusedElementwise: row.unfused,
      huggingFace: row.huggingFace,
      transformers4: row.software === "transformers-4",
      adapter: tuningAdapter(row),
      allocatorReserve: reserveOf(row),
      gemmInputBytes: row.fp8 ? 1 : 2,
    },
    { ...layoutOf(row), recompute },
  );
}

/** Our memory of a row, all of it. */
export function tuningMemory(row: PublishedTuning): TrainingMemory {
  const one = memoryWith(row, row.recompute);
  const memory = row.recomputedHalf ? between(one, memoryWith(row, "full")) : one;
  const frozen = (row.referenceModels ?? 0) * 2 * one.parametersPerGpu;
  return { ...memory, weights: memory.weights + frozen, total: mapRange(memory.total, (bytes) => bytes + frozen) };
}

/** In the middle of two memories. */
function between(a: TrainingMemory, b: TrainingMemory): TrainingMemory {
  const mean = (key: "activations" | "temporary" | "framework") => (a[key] + b[key]) / 2;
  const total = (end: keyof Range) => (a.total[end] + b.total[end]) / 2;
  return {
    ...a,
    activations: mean("activations"),
    temporary: mean("temporary"),
    framework: mean("framework"),
    total: { low: total("low"), expected: total("expected"), high: total("high") },
  };
}

const METHODS = { full: "full", lora: "LoRA", qlora: "QLoRA" };

/** What a row is, in words. */
export function tuningName(row: PublishedTuning): string {
  const weights = row.method === "qlora" ? ` in ${row.weights}` : "";
  const { tensor = 1, pipeline = 1, expert = 1 } = row;
  const ranks = tensor * pipeline * expert > 1 ? ` (t${tensor} p${pipeline} e${expert})` : "";
  const gpus = row.gpus > 1 ? `, ${row.gpus} GPUs${ranks}` : row.devices ? `, over ${row.devices} GPUs` : "";
  return `${row.where}: ${row.model}, ${METHODS[row.method]}${weights}, ${row.microBatchSequences} x ${row.sequenceLength} tokens${gpus}`;
}

/** A row of fine-tuning memory as the page shows it. */
export function tuningRow(row: PublishedTuning): SectionRow {
  const unit = { GB: 1e9, GiB: 1024 ** 3 }[row.unit];
  const bytes = tuningBytes(row);
  return {
    what: tuningName(row),
    unit: row.unit,
    published: row.published!,
    predicted: bytes.expected / unit,
    low: bytes.low / unit,
    high: bytes.high / unit,
    set: row.set,
    source: row.source,
    note: row.note,
    family: tuningFamily(row),
  };
}

/** Family whose published figures say how far ours may be off. */
export function tuningFamily(row: PublishedTuning): readonly string[] {
  const software = TRAINING_SOFTWARE[row.software ?? (row.gpus > 1 ? "fsdp" : "transformers")];
  const objective = row.referenceModels ? "dpo" : undefined;
  return memoryFamily({ model: publishedModel(row.model), adapter: tuningAdapter(row), software, objective });
}

/** Memory of fine-tuning runs as their authors read it. */
export function tuningMemorySection(): ValidationSection {
  return {
    title: "Fine-tuning memory: LitGPT, Qwen, fsdp_qlora, torchtune, InternEvo",
    intro:
      "LitGPT and torchtune give what tensors took, fsdp_qlora the allocator's reserve, Qwen and InternEvo the process (taken so: Qwen's shortest sequences are 1.6 GB above what tensors need). Calibrated are the framework of one GPU alone and what NF4 keeps; that norms written out keep FP32 copies, and how many copies of the logits a loss makes (16 bytes each in Hugging Face's Llama, 12 in Qwen, 8 in FP16), was counted in the code and chosen with sight of the rows. For a step of one microbatch PyTorch has no gradients yet while activations peak; ours adds both.",
    aim: 0.1,
    rows: publishedRows<PublishedTuning[]>(SEEN_TUNINGS)
      .filter((row) => row.published !== null)
      .map(tuningRow),
  };
}

/** Memory of LitGPT's recipes, entered before our figures for them were known. */
export function unseenTuningMemorySection(): ValidationSection {
  return {
    title: "Fine-tuning memory: LitGPT's recipes, entered unseen",
    intro:
      "Peak memory of tensors with the rank, targets and microbatch of each recipe, 512 tokens on one A10G; the few recipes that adapt the output head too are counted without it.",
    aim: 0.1,
    rows: publishedRows<PublishedTuning[]>(UNSEEN_TUNINGS)
      .filter((row) => row.published !== null)
      .map(tuningRow),
  };
}

/** Memory of ms-swift's benchmark, entered before our figures for it were known. */
export function swiftMemorySection(): ValidationSection {
  return {
    title: "Fine-tuning memory: ms-swift, entered unseen",
    intro:
      "LoRA, QLoRA, adapters on GPTQ weights and full fine-tuning with gradient checkpointing on A100: what the allocator had reserved at most. Lengths are the largest of a dataset of mixed lengths, whose samples come one by one; models over two GPUs are the sum of both.",
    aim: 0.1,
    rows: publishedRows<PublishedTuning[]>(SWIFT_TUNINGS)
      .filter((row) => row.published !== null)
      .map((row) => ({ ...tuningRow(row), family: shownMemoryFamily(tuningAdapter(row), row.gpus) })),
  };
}
