import { accelerator } from "../../lib/catalog/accelerators";
import { type FabricSpec, interconnect } from "../../lib/sizing/fabric/interconnect";
import { type Range, range } from "../../lib/sizing/inputs/range";
import { TRAINING_PRECISIONS, type TrainingPrecisionName } from "../../lib/sizing/memory/model-memory";
import { type TrainingMemory, trainingMemory } from "../../lib/sizing/memory/training-memory";
import type { ParallelLayout } from "../../lib/sizing/parallelism/parallel-layout";
import { stepFamily, WHOLE_RUN_FAMILY } from "../../lib/sizing/spread/families";
import { OWN_RANGE_ALONE } from "../../lib/sizing/spread/published-spread";
import { hardwareFlopsPerToken, trainingFlopsPerToken } from "../../lib/sizing/time/flops";
import { type ComputePrecision, type GpuSpec, gpuSpec } from "../../lib/sizing/time/kernel-efficiency";
import { daysToTrain, type StepTime, stepTime } from "../../lib/sizing/time/step-time";
import {
  TRAINING_SOFTWARE,
  type TrainingSoftware,
  type TrainingSoftwareName,
} from "../../lib/sizing/time/training-software";
import type { ValidationSet } from "./row";
import { publishedModel, publishedRows, type SectionRow, type ValidationSection } from "./section";

/** A row of docs/validation/training-runs.json. */
export interface PublishedRun {
  readonly id: string;
  readonly where: string;
  readonly source: string;
  readonly set: ValidationSet;
  readonly model: string;
  readonly accelerator: string;
  readonly gpusPerDomain: number;
  readonly fabric: FabricSpec;
  readonly gpus: number;
  readonly sequenceLength: number;
  readonly globalBatchSequences: number;
  readonly precision: ComputePrecision;
  readonly state: TrainingPrecisionName;
  readonly software: TrainingSoftwareName;
  /** What the run's recipe sets otherwise than the stack does. */
  readonly softwareParts?: Partial<TrainingSoftware>;
  readonly layout: ParallelLayout;
  readonly metric:
    | "seconds-per-step"
    | "tokens-per-second-per-gpu"
    | "hardware-tflops"
    | "model-tflops"
    | "model-tflops-causal";
  readonly published: number;
  /** Every second product of a layer is computed again, as torchtitan's selective recomputation does. */
  readonly recomputedHalf?: boolean;
  /** Where the part is not the catalog's: its memory, and its peaks against those of the row. */
  readonly part?: { readonly memoryGiB: number; readonly memoryBandwidthGBps: number; readonly flopsShare: number };
  readonly note?: string;
}

const RUN_FILES = [
  "training-runs.json",
  "mpt-runs.json",
  "megatron-bridge-runs.json",
  "open-runs.json",
  "whole-runs.json",
  "unseen-runs.json",
  "dgxc-runs.json",
  "paper-runs.json",
  "trainium-runs.json",
  "mlperf-training-runs.json",
  "mlperf-gpt3-runs.json",
];

/** All published runs. */
export function publishedRuns(): readonly PublishedRun[] {
  return RUN_FILES.flatMap((file) => publishedRows<PublishedRun[]>(file));
}

/** The published figure as seconds a step, by the FLOP count its authors use. */
function publishedSeconds(run: PublishedRun): number {
  const tokens = (run.sequenceLength * run.globalBatchSequences) / run.gpus;
  const model = publishedModel(run.model);
  const tera = run.published * 1e12;
  switch (run.metric) {
    case "seconds-per-step":
      return run.published;
    case "tokens-per-second-per-gpu":
      return tokens / run.published;
    case "hardware-tflops":
      return (tokens * hardwareFlopsPerToken(model, run.sequenceLength, "full")) / tera;
    case "model-tflops":
      return (tokens * trainingFlopsPerToken(model, run.sequenceLength)) / tera;
    case "model-tflops-causal":
      return (tokens * trainingFlopsPerToken(model, run.sequenceLength, "causal")) / tera;
  }
}

/** The catalog's part, or the variant that the run had. */
function partOf({ accelerator: name, part }: PublishedRun): GpuSpec {
  const gpu = gpuSpec(accelerator(name));
  if (!part) return gpu;
  const share = (flops: number | null) => (flops === null ? null : flops * part.flopsShare);
  return {
    ...gpu,
    memoryBytes: part.memoryGiB * 1024 ** 3,
    memoryBytesPerSecond: part.memoryBandwidthGBps * 1e9,
    flops: { bf16: share(gpu.flops.bf16), fp8: share(gpu.flops.fp8), fp4: share(gpu.flops.fp4) },
  };
}

/** Our step time and memory for a published run. */
export function predictRun(run: PublishedRun): {
  step: StepTime;
  family: readonly string[];
  memory: TrainingMemory;
  limitBytes: number;
} {
  const row = accelerator(run.accelerator);
  const software: TrainingSoftware = { ...TRAINING_SOFTWARE[run.software], ...run.softwareParts };
  const shared = {
    model: publishedModel(run.model),
    sequenceLength: run.sequenceLength,
    globalBatchSequences: run.globalBatchSequences,
    state: TRAINING_PRECISIONS[run.state],
  };
  const gpu = partOf(run);
  const link = interconnect(row, run.gpusPerDomain, run.fabric);
  const job = { ...shared, precision: run.precision, gpu, link, software };
  return {
    step: stepTime(job, run.layout, OWN_RANGE_ALONE),
    family: run.id.startsWith("hours") ? WHOLE_RUN_FAMILY : stepFamily(job),
    memory: trainingMemory(
      {
        ...shared,
        attention: software.attention,
        dropout: software.dropout,
        gather: software.gather,
        logitBytes: software.logitBytes,
        gemmInputBytes: run.precision === "bf16" ? 2 : 1,
      },
      run.layout,
    ),
    limitBytes: gpu.memoryBytes,
  };
}

function layoutText({ tensor, pipeline, virtualStages, context, expert, data }: ParallelLayout): string {
  const interleaved = virtualStages > 1 ? `/${virtualStages}` : "";
  const more = `${context > 1 ? ` c${context}` : ""}${expert > 1 ? ` e${expert}` : ""}`;
  return `t${tensor} p${pipeline}${interleaved}${more} d${data}`;
}

/** Seconds a step; recomputing half of a layer lies in the middle between recomputing none and all of it. */
function secondsOf(run: PublishedRun): Range {
  const { seconds } = predictRun(run).step;
  if (!run.recomputedHalf) return seconds;
  const full = predictRun({ ...run, layout: { ...run.layout, recompute: "full" } }).step.seconds;
  return range((seconds.low + full.low) / 2, (seconds.expected + full.expected) / 2, (seconds.high + full.high) / 2);
}

function runRow(run: PublishedRun): SectionRow {
  const seconds = secondsOf(run);
  return {
    what: `${run.model}, ${run.gpus} ${run.accelerator}, ${run.precision}, ${layoutText(run.layout)}, ${run.where}`,
    unit: "s/step",
    published: publishedSeconds(run),
    predicted: seconds.expected,
    low: seconds.low,
    high: seconds.high,
    set: run.set,
    source: run.source,
    note: run.note,
    family: predictRun(run).family,
  };
}

/** Models of experts in the ids of Megatron-Bridge's rows. */
const EXPERTS = "(deepseek|qwen3|kimi|gpt-oss)";

const GROUPS: readonly { title: string; intro: string; ids: RegExp }[] = [
  {
    title: "Step time: Megatron-LM, SC'21, tables 1 and 2",
    intro:
      "Published as TFLOP/s with recomputation counted (`96 B s l h^2 (1 + s/6h + V/16lh)`), here as seconds a step. The kernel efficiency of A100 comes from Korthikanti et al. and none of these rows; the share of the network that the first ZeRO-3 reached (0.1, with 0.6 of compute hiding it) was read off its six rows. Of the figures the largest (502 PFLOP/s on 3,072 GPUs) was read again in the abstract; the tables were not, and stand from memory.",
    ids: /^sc21/,
  },
  {
    title: "Step time: Korthikanti et al., table 5",
    intro:
      "Seconds a step as published, with full recomputation and with sequence parallelism and selective recomputation. The utilization on 2,240 GPUs (54.2 %, against 42.1 % recomputing all) was read again in the abstract; the table was not, and stands from memory.",
    ids: /^korthikanti/,
  },
  {
    title: "Step time: MegaScale, table 2",
    intro:
      "Seconds a step as published. That 12,288 GPUs reach 55.2 %, 1.34 times Megatron-LM, was read again in the abstract; the table was not, and stands from memory.",
    ids: /^megascale/,
  },
  {
    title: "Step time: Llama 3, table 4",
    intro:
      "Published as BF16 TFLOP/s a GPU (430, 400 and 380), here as seconds a step of 16 million tokens. GPUs, ranks and rates were read again in notes of a talk of one of the authors (https://glennklockwood.com/garden/llama-3.1), not in the paper itself.",
    ids: /^llama3/,
  },
  {
    title: "Step time: other production runs",
    intro: "Megatron-Turing NLG 530B (60.1, 50.2 and 44.4 s on 280, 350 and 420 nodes) and BLOOM 176B (150 TFLOP/s).",
    ids: /^(mt-nlg|bloom)/,
  },
  {
    title: "Step time: NeMo, Megatron-Bridge and Megatron-LM benchmarks",
    intro:
      "Published as tokens a second and GPU, here as seconds a step. Dense models in FP8 and FP4 on H100, B200 and GB200, and mixtures of experts. Software releases differ a great deal for the latter: the same 30B model on GB200 went from 26,112 to 40,706 tokens/s between two releases of one year.",
    ids: /^(nemo|mb2|mlm)/,
  },
  {
    title: "Step time: Megatron-Bridge 25.09 to 26.08, dense models",
    intro:
      "All other rows of pre-training of the same pages: Llama 3 8B, 70B and 405B in FP8, MXFP8 and NVFP4. Nothing was set on them. Rows with FSDP keep part of their activations in the host's memory.",
    ids: new RegExp(`^mba-[0-9.]+-(?!${EXPERTS})`),
  },
  {
    title: "Step time: Megatron-Bridge 25.09 to 26.08, mixtures of experts",
    intro:
      "The same pages: DeepSeek-V3, Qwen3 30B and 235B, Kimi K2 and GPT-OSS 120B, without dropped tokens. One figure was read off two of them: the time in which the host launches the kernels of a layer of experts, which limits small microbatches until the release 26.06 captured whole steps as graphs. One configuration gained up to twice between releases. What GPT-OSS's runs dispatch with, overlap and recompute is taken from the recipes; they are still a quarter to a third slower than we say on Blackwell, where the first releases are.",
    ids: new RegExp(`^mba-[0-9.]+-${EXPERTS}`),
  },
  {
    title: "Step time: torchtitan (PyTorch FSDP2)",
    intro:
      "Published as tokens a second and GPU. Its selective recomputation computes every second product of a layer again.",
    ids: /^torchtitan/,
  },
  {
    title: "Step time: InternEvo, InternLM 7B",
    intro:
      "Published as tokens a second and GPU, 8 to 1,024 A100 with four cards of 100 Gb/s a node. Nothing was set on them. Where the optimizer's state is divided within a node we compute it as held by all.",
    ids: /^internevo/,
  },
  {
    title: "Step time: fms-fsdp, MaxText, TinyLlama and NeMo AutoModel",
    intro: "Published as tokens a second and GPU (MaxText: seconds a step). Nothing was set on them.",
    ids: /^(fms|maxtext|tinyllama|automodel)/,
  },
  {
    title: "Step time: NeMo 24.12 to 25.07 and MLPerf v4.0, entered unseen",
    intro:
      "NeMo's own tables on H100, B200 and GB200, GPT-3 175B in MLPerf Training v4.0 by the submission's logs, and one run of Megatron-Bridge. All rows were entered before our figures for them were known; as entered, the median error was 9.2 %, the largest 29.7 % (Mixtral 8x22B at 65,536 tokens), 30 of 34 were within the aim and all in our range. Rows of the first release on B200 (25.02) are slower than a year later: Llama 3 8B went from 26,006 to 30,624 tokens/s.",
    ids: /^unseen/,
  },
  {
    title: "Step time: DGX Cloud's recipes, entered unseen",
    intro:
      "Seconds a step of NVIDIA's benchmarking recipes with their layouts: 8B to 405B parameters and Grok-1 on 8 to 2,048 H100 and 128 to 512 GB200, BF16 and FP8. As entered, the median error was 9.1 %, the largest 26.7 %, 94 of 100 were within the aim and all in our range. BF16 on H100 is 5 to 14 % faster there than we say (our share of the peak is Llama 3's own run), GB200 in its first release 11 to 18 % slower; Grok-1 and short fine-tuning steps in BF16 are the misses. One row was put right after: the optimizer of Nemotron-4 340B keeps its state in BF16, so that 128 H100 hold it.",
    ids: /^dgxc/,
  },
  {
    title: "Step time: MLPerf Training v5.0 and v5.1, entered unseen",
    intro:
      "Llama 3.1 8B and 405B by the step times in the logs of the submissions, on H100, H200, B200, GB200, B300 and GB300 in FP8 and FP4, with the layouts of their configuration files.",
    ids: /^mlperf/,
  },
  {
    title: "Step time: GPT-3 in MLPerf Training v3.1 to v4.1, entered unseen",
    intro:
      "GPT-3 175B in FP8 by the step times in the logs of the submissions (where a log has none, the time between two evaluations over its steps), on 64 B200 and on 256 to 11,616 H100, Microsoft Azure's 10,752 among them, with the layouts of their configuration files. Two rows of v4.0 stand with NeMo's tables above.",
    ids: /^gpt3/,
  },
  {
    title: "Step time: Llama 3.1 8B on Azure, entered unseen",
    intro:
      "Megatron-Bridge in BF16 on one and two Standard_ND96isr_H100_v5 and H200_v5, with context parallelism over two GPUs.",
    ids: /^azure/,
  },
  {
    title: "Step time: papers, entered unseen",
    intro:
      "Nemotron-4 15B and 340B, OPT-175B, GPT-NeoX-20B, FSDP's GPT-175B, FlashAttention-2's GPT and Mixtral 8x22B by parallel folding. Most figures stand from memory, and microbatches are assumed where a note says so.",
    ids: /^paper/,
  },
  {
    title: "Whole runs: GPU hours that publishers state",
    intro:
      "Tokens over GPU hours, as seconds a step: what runs took with everything, restarts, evaluation, slower software and lost work, against our step time alone and mostly in a layout of our choice. Published totals are 1.2 to 1.7 times ours (MPT-7B included): Llama 2's are whole days of 2,048 GPUs, Llama 3's are rounded, and that of Llama 3 8B contradicts its own card. DeepSeek-V3 is computed with the overlap that its paper states. Budget with that, and with effective training time.",
    ids: /^hours/,
  },
  {
    title: "Step time: Trainium1, entered unseen",
    intro:
      "Neuron's own table of pre-training on Trn1 in sequences a second, here as seconds a step; a chip is two of the table's cores. Rows whose ranks do not multiply to the cores are shown and not counted.",
    ids: /^trn1-/,
  },
  {
    title: "Step time: llm-foundry, MPT with FSDP",
    intro:
      "Published as tokens a second and GPU, here as seconds a step: nine models from 125 million to 70 billion parameters, 512 to 65,536 tokens, 8 to 512 A100 and H100, with the first flash attention. Two figures were set on four rows: how fast that attention is (7B, 65,536 tokens) and how much of FSDP's traffic overlap hides (13B, microbatch 2).",
    ids: /^mpt-/,
  },
];

interface PublishedDays {
  readonly run: string;
  readonly tokens: number;
  readonly publishedDays: number;
  readonly source: string;
}

/** Days to train, as published beside some of the runs. */
export function daysSection(): ValidationSection {
  const runs = publishedRuns();
  return {
    title: "Days to train: Megatron-LM, SC'21",
    intro: "Table 2's days for 300 billion tokens, and section 5.1's for a trillion parameters and 450 billion tokens.",
    aim: 0.2,
    rows: publishedRows<PublishedDays[]>("days.json").map((row): SectionRow => {
      const run = runs.find(({ id }) => id === row.run)!;
      const days = daysToTrain(predictRun(run).step, row.tokens);
      return {
        what: `${run.model}, ${run.gpus} GPUs, ${row.tokens / 1e9} billion tokens${run.software === "zero3-2021" ? ", ZeRO-3" : ""}`,
        unit: "days",
        published: row.publishedDays,
        predicted: days.expected,
        low: days.low,
        high: days.high,
        set: run.set,
        source: row.source,
        family: predictRun(run).family,
      };
    }),
  };
}

/** One section for each publication. */
export function trainingRunSections(): ValidationSection[] {
  const runs = publishedRuns();
  return GROUPS.map(({ title, intro, ids }) => {
    const chosen = runs.filter((run) => ids.test(run.id));
    return {
      title,
      intro,
      aim: 0.2,
      rows: chosen.map(runRow),
    };
  });
}
