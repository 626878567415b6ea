import { TRAINING_PRECISIONS, type TrainingPrecisionName } from "../../lib/sizing/memory/model-memory";
import { SINGLE_GPU } from "../../lib/sizing/parallelism/parallel-layout";
import { memoryFamily, shownMemoryFamily, stepFamily } from "../../lib/sizing/spread/families";
import { OWN_RANGE_ALONE } from "../../lib/sizing/spread/published-spread";
import { stepTime } from "../../lib/sizing/time/step-time";
import { TRAINING_SOFTWARE } from "../../lib/sizing/time/training-software";
import { machines } from "./fine-tuning";
import type { ValidationSet } from "./row";
import { publishedModel, publishedRows, type SectionRow, type ValidationSection } from "./section";
import { type PublishedTuning, tuningAdapter, tuningBytes, tuningName } from "./tuning-memory";

/** A run of our own on one GPU, by test/acceptance/gpu/measure.py: the list was committed before it was run. */
interface OwnRun
  extends Pick<
    PublishedTuning,
    | "model"
    | "method"
    | "weights"
    | "loraRank"
    | "loraTargets"
    | "adapterParameters"
    | "sequenceLength"
    | "microBatchSequences"
    | "recompute"
    | "prepared"
    | "gpu"
    | "source"
    | "note"
  > {
  readonly state: TrainingPrecisionName;
  /** Peak of PyTorch's tensors. */
  readonly allocatedGB: number;
  /** Peak of what PyTorch's allocator took from the GPU. */
  readonly reservedGB: number;
  /** What the process holds besides: the driver's context and the kernels. */
  readonly outsideGB: number;
  readonly tokensPerSecond: number;
  /** @default "held out" */
  readonly speedSet?: ValidationSet;
}

const FILE = "transformers-h200.json";
const SOFTWARE = TRAINING_SOFTWARE.transformers;

const asTuning = (run: OwnRun): PublishedTuning => ({
  ...run,
  where: "Transformers and PEFT, one H200",
  gpus: 1,
  zeroStage: 0,
  logitBytes: SOFTWARE.logitBytes,
  unfused: SOFTWARE.unfusedElementwise,
  huggingFace: SOFTWARE.huggingFace,
  counted: "allocated",
  published: run.allocatedGB,
  unit: "GB",
  set: "held out",
});

/** Recomputation and preparation too, by which these runs differ. */
const runName = (run: OwnRun): string =>
  [
    tuningName(asTuning(run)),
    run.recompute === "full" ? "checkpointed" : "nothing recomputed",
    ...(run.prepared ? ["prepared by PEFT"] : []),
  ].join(", ");

function memoryRow(run: OwnRun): SectionRow {
  const bytes = tuningBytes(asTuning(run));
  return {
    what: runName(run),
    unit: "GB",
    published: run.allocatedGB,
    predicted: bytes.expected / 1e9,
    set: "held out",
    source: run.source,
    family: memoryFamily({
      model: publishedModel(run.model),
      adapter: tuningAdapter(asTuning(run)),
      software: SOFTWARE,
    }),
  };
}

function shownRow(run: OwnRun): SectionRow {
  const row = asTuning(run);
  const bytes = tuningBytes({ ...row, counted: "process" });
  return {
    what: runName(run),
    unit: "GB",
    published: run.reservedGB + run.outsideGB,
    predicted: bytes.expected / 1e9,
    low: bytes.low / 1e9,
    high: bytes.high / 1e9,
    set: "held out",
    source: run.source,
    family: shownMemoryFamily(tuningAdapter(row), row.gpus),
  };
}

function speedRow(run: OwnRun): SectionRow {
  const job = {
    model: publishedModel(run.model),
    sequenceLength: run.sequenceLength,
    globalBatchSequences: run.microBatchSequences,
    precision: "bf16" as const,
    state: TRAINING_PRECISIONS[run.state],
    software: SOFTWARE,
    adapter: tuningAdapter(asTuning(run)),
    ...machines(run.gpu),
  };
  const layout = { ...SINGLE_GPU, microBatchSequences: run.microBatchSequences, recompute: run.recompute };
  const rate = stepTime(job, layout, OWN_RANGE_ALONE).tokensPerSecondPerGpu;
  return {
    what: runName(run),
    unit: "tokens/s",
    published: run.tokensPerSecond,
    predicted: rate.expected,
    low: rate.low,
    high: rate.high,
    set: run.speedSet ?? "held out",
    source: run.source,
    family: stepFamily(job),
    inverse: true,
    note: run.note,
  };
}

/** Memory of our own runs. */
export function ownMemorySection(): ValidationSection {
  return {
    title: "Fine-tuning memory: Transformers and PEFT on one H200, entered unseen",
    intro:
      "Peak memory of tensors in runs of our own with today's Transformers, PEFT and bitsandbytes and random weights: adapters, QLoRA and full training of 17 models. As entered, the median error was 13 %, the largest 45 %, and 14 of 43 were within the aim. Five causes were counted in the code of those libraries, and no constant was set: the loss keeps 12 bytes a logit and no longer 16, frozen norms and products keep nothing but a norm's copy in FP32 while each adapter of PEFT copies its input, bitsandbytes keeps no inputs any more, preparing a model for QLoRA puts all that is not quantized into FP32, hidden states too, and a step of one microbatch has no gradients while activations peak.",
    aim: 0.1,
    rows: publishedRows<OwnRun[]>(FILE).map(memoryRow),
  };
}

/** What nvidia-smi shows of the same runs. */
export function ownShownSection(): ValidationSection {
  return {
    title: "Fine-tuning memory: Transformers and PEFT on one H200, as nvidia-smi shows it, entered unseen",
    intro: "What the allocator had reserved at most, and the CUDA context beside it.",
    aim: 0.1,
    rows: publishedRows<OwnRun[]>(FILE).map(shownRow),
  };
}

/** Speed of the same runs. */
export function ownSpeedSection(): ValidationSection {
  return {
    title: "Fine-tuning speed: Transformers and PEFT on one H200, entered unseen",
    intro:
      "Tokens a second of the same runs, the median of four steps after two; nothing is compiled. As entered, the median error was 45 % and 11 of 43 were within the aim: full training and adapters on two products a layer to 15 %, adapters on all seven and QLoRA up to twice as slow as we said. Counted in PEFT's code since: what an adapter reads and writes. Read off the two calibrated rows: what the host takes to launch it. Mixtures of experts stay half as fast as we say.",
    aim: 0.2,
    rows: publishedRows<OwnRun[]>(FILE).map(speedRow),
  };
}
