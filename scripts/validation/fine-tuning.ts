import { accelerator } from "../../lib/catalog/accelerators";
import { modelArchitecture } from "../../lib/catalog/models";
import { interconnect } from "../../lib/sizing/fabric/interconnect";
import { exactly, mapRange, type Range } from "../../lib/sizing/inputs/range";
import type { LoraTargets } from "../../lib/sizing/memory/lora-adapter";
import { TRAINING_PRECISIONS } from "../../lib/sizing/memory/model-memory";
import { type ParallelLayout, SINGLE_GPU } from "../../lib/sizing/parallelism/parallel-layout";
import { stepFamily } from "../../lib/sizing/spread/families";
import { OWN_RANGE_ALONE } from "../../lib/sizing/spread/published-spread";
import { adapterOf, fineTuning } from "../../lib/sizing/time/fine-tuning";
import { gpuSpec } from "../../lib/sizing/time/kernel-efficiency";
import { stepTime } from "../../lib/sizing/time/step-time";
import { TRAINING_SOFTWARE, type TrainingSoftwareName } from "../../lib/sizing/time/training-software";
import { publishedRows, type SectionRow, type ValidationSection } from "./section";

interface LoraRun {
  readonly model: string;
  readonly accelerator: string;
  readonly tensor: number;
  readonly pipeline: number;
  readonly virtualStages: number;
  readonly context?: number;
  readonly data: number;
  readonly loraRank: number;
  readonly loraTargets: LoraTargets;
  readonly precision: "bf16" | "fp8" | "fp4";
  /** Where it is not Megatron-Core with one sequence at a time and the optimizer's state held by all. */
  readonly software?: TrainingSoftwareName;
  readonly zeroStage?: ParallelLayout["zeroStage"];
  readonly microBatchSequences?: number;
  readonly recompute?: ParallelLayout["recompute"];
  readonly note: string;
  readonly sequenceLength: number;
  readonly globalBatchSequences: number;
  readonly published: number;
  readonly source: string;
}

/** A GPU of the catalog, in a node of eight or a rack. */
export function machines(name: string) {
  const row = accelerator(name);
  const inRack = name.startsWith("GB");
  const gbpsPerNode = name.startsWith("GB200") ? 1600 : 3200;
  return {
    gpu: gpuSpec(row),
    link: inRack
      ? interconnect(row, 72, { kind: "infiniband", gbpsPerNode, gpusPerNode: 4 })
      : interconnect(row, 8, { kind: "infiniband", gbpsPerNode: 3200, gpusPerNode: 8 }),
  };
}

const LORA_GROUPS = [
  {
    file: "lora-runs.json",
    title: "Fine-tuning speed: LoRA in NeMo, Megatron-Bridge, AutoModel, DGX Cloud and MLPerf v4.0",
    intro:
      "Tokens a second and GPU, adapters of rank 16, packed sequences of 4,096 tokens (MLPerf: 8,192); AutoModel in BF16, the others in FP8. The rows of MLPerf v4.0 are throughputs between evaluations in the submission's logs and were entered unseen: steps of one microbatch, with context parallelism, are a quarter slower than we say.",
  },
  {
    file: "mlperf-lora-runs.json",
    title: "Fine-tuning speed: LoRA in MLPerf v4.1 to v5.1, entered unseen",
    intro:
      "Llama 2 70B with adapters of rank 16 on its attention, sequences of 8,192 tokens, tokens a second and GPU by the step times in the logs of 25 submitters.",
  },
] as const;

/** Tokens a second of published LoRA benchmarks. */
export function loraSections(): ValidationSection[] {
  return LORA_GROUPS.map(({ file, title, intro }) => ({
    title,
    intro,
    aim: 0.2,
    rows: publishedRows<LoraRun[]>(file).map((row) => {
      const model = modelArchitecture(row.model);
      const { tensor, pipeline, virtualStages, data } = row;
      const layout: ParallelLayout = {
        ...SINGLE_GPU,
        tensor,
        pipeline,
        virtualStages,
        context: row.context ?? 1,
        data,
        sequenceParallel: tensor > 1,
        zeroStage: row.zeroStage ?? SINGLE_GPU.zeroStage,
        microBatchSequences: row.microBatchSequences ?? 1,
        recompute: row.recompute ?? "none",
      };
      const job = {
        model,
        sequenceLength: row.sequenceLength,
        globalBatchSequences: row.globalBatchSequences,
        precision: row.precision,
        state: TRAINING_PRECISIONS["fp32-adam"],
        software: TRAINING_SOFTWARE[row.software ?? "megatron-core"],
        adapter: adapterOf(model, "lora", row.loraRank, row.loraTargets),
        ...machines(row.accelerator),
      };
      const rate = stepTime(job, layout, OWN_RANGE_ALONE).tokensPerSecondPerGpu;
      return {
        what: `${row.model} in ${row.precision.toUpperCase()}, ${data * tensor * pipeline * (row.context ?? 1)} ${row.accelerator}, t${tensor} p${pipeline}/${virtualStages}`,
        unit: "tokens/s/GPU",
        published: row.published,
        predicted: rate.expected,
        low: rate.low,
        high: rate.high,
        set: "held out",
        source: row.source,
        note: row.note,
        family: stepFamily(job),
        inverse: true,
      };
    }),
  }));
}

interface MlperfRow {
  readonly benchmark: string;
  readonly model: string;
  readonly accelerator: string;
  readonly gpus: number;
  readonly samples: number;
  readonly globalBatchSequences: number;
  readonly publishedMinutes: number;
  readonly round: string;
  readonly source: string;
  readonly samplesSource: string;
  readonly layout?: Partial<ParallelLayout>;
  readonly note: string;
}

/** Both benchmarks train on sequences of this many tokens. */
const MLPERF_SEQUENCE = 8192;

function mlperfMinutes(row: MlperfRow): Range & { readonly family: readonly string[] } {
  const model = modelArchitecture(row.model);
  const shared = { model, sequenceLength: MLPERF_SEQUENCE, globalBatchSequences: row.globalBatchSequences };
  const steps = row.samples / row.globalBatchSequences;
  if (!row.layout) {
    const tokens = row.samples * MLPERF_SEQUENCE;
    const method = { method: "lora", loraRank: 16, loraTargets: "attention", precision: "fp8" } as const;
    const hours = fineTuning({ ...shared, ...method, tokens, gpus: row.gpus, ...machines(row.accelerator) }).hours!;
    const family = stepFamily({
      model,
      adapter: { quantized: false },
      precision: method.precision,
      software: TRAINING_SOFTWARE["megatron-core"],
      ...machines(row.accelerator),
    });
    return { ...exactly(60 * hours.expected), family };
  }
  const job = {
    ...shared,
    precision: "fp8" as const,
    state: TRAINING_PRECISIONS["bf16-adam"],
    software: TRAINING_SOFTWARE["megatron-core"],
    ...machines(row.accelerator),
  };
  const layout = { ...SINGLE_GPU, sequenceParallel: true, zeroStage: 1, ...row.layout } as const;
  const { seconds } = stepTime(job, layout, OWN_RANGE_ALONE);
  const minutes = (value: number) => (value * steps) / 60;
  return { ...mapRange(seconds, minutes), family: stepFamily(job) };
}

/** Times to train of MLPerf Training, from the samples its reference needs. */
export function mlperfSection(): ValidationSection {
  const rows = publishedRows<MlperfRow[]>("mlperf.json");
  return {
    title: "MLPerf Training",
    intro: "Minutes to the target quality: the samples that the reference runs need (median), at our step time.",
    aim: 0.2,
    rows: rows.map((row): SectionRow => {
      const minutes = mlperfMinutes(row);
      return {
        what: `${row.benchmark}, ${row.gpus} ${row.accelerator}, ${row.round}`,
        unit: "min",
        published: row.publishedMinutes,
        predicted: minutes.expected,
        low: minutes.low,
        high: minutes.high,
        set: "held out",
        source: `${row.source}; samples: ${row.samplesSource}`,
        note: row.note,
        family: minutes.family,
      };
    }),
  };
}
