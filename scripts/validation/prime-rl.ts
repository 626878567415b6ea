import { accelerator } from "../../lib/catalog/accelerators";
import { interconnect } from "../../lib/sizing/fabric/interconnect";
import { loraParameters } from "../../lib/sizing/memory/lora-adapter";
import { TRAINING_PRECISIONS, weightsBytes } from "../../lib/sizing/memory/model-memory";
import { trainingMemory } from "../../lib/sizing/memory/training-memory";
import type { Adapter } from "../../lib/sizing/memory/training-state";
import { SINGLE_GPU } from "../../lib/sizing/parallelism/parallel-layout";
import { memoryFamily, stepFamily } from "../../lib/sizing/spread/families";
import { OWN_RANGE_ALONE } from "../../lib/sizing/spread/published-spread";
import { gpuSpec } from "../../lib/sizing/time/kernel-efficiency";
import { stepTime } from "../../lib/sizing/time/step-time";
import { TRAINING_SOFTWARE } from "../../lib/sizing/time/training-software";
import { publishedModel, publishedRows, type SectionRow, type ValidationSection } from "./section";

/** A loss in chunks holds the logits of few tokens at a time. */
const CHUNKED_LOGIT_BYTES = 0.1;

/** A run of prime-rl's benchmark: FSDP2, one sequence at a time, full recomputation, weights kept in FP32. */
interface PrimeRun {
  readonly model: string;
  /** Reinforcement learning computes the loss in chunks and keeps no logits; fine-tuning keeps them. */
  readonly kind: "rl" | "sft";
  readonly method: "lora" | "full";
  readonly loraRank?: number;
  readonly sequenceLength: number;
  readonly attention: string;
  readonly gpus: number;
  readonly accelerator: string;
  readonly microBatches: number;
  readonly tokensPerSecond: number;
  readonly peakGiB: number;
  readonly source: string;
}

function adapterOf(run: PrimeRun): Adapter | undefined {
  if (run.method === "full") return undefined;
  const model = publishedModel(run.model);
  return {
    parameters: loraParameters(model, run.loraRank!),
    rank: run.loraRank!,
    frozenBytes: weightsBytes(model, "fp32"),
    quantized: false,
  };
}

const layoutOf = ({ gpus }: PrimeRun) =>
  ({ ...SINGLE_GPU, data: gpus, zeroStage: gpus > 1 ? 3 : 0, recompute: "full" }) as const;

const jobOf = (run: PrimeRun) => ({
  model: publishedModel(run.model),
  sequenceLength: run.sequenceLength,
  globalBatchSequences: run.microBatches * run.gpus,
  state: TRAINING_PRECISIONS["fp32-adam-bf16-compute"],
  adapter: adapterOf(run),
});

const nameOf = (run: PrimeRun) =>
  `${run.model}, ${run.kind.toUpperCase()}, ${run.method === "lora" ? "LoRA" : "full"}, ${run.gpus} ${run.accelerator}, ${run.sequenceLength} tokens, ${run.attention}`;

function speed(run: PrimeRun): SectionRow {
  const gpu = accelerator(run.accelerator);
  const job = {
    ...jobOf(run),
    precision: "bf16",
    software: TRAINING_SOFTWARE.fsdp,
    gpu: gpuSpec(gpu),
    link: interconnect(gpu, run.gpus, { kind: "infiniband", gbpsPerNode: 3200, gpusPerNode: 8 }),
  } as const;
  const { tokensPerSecond: rate } = stepTime(job, layoutOf(run), OWN_RANGE_ALONE);
  return {
    what: nameOf(run),
    unit: "tokens/s",
    published: run.tokensPerSecond,
    predicted: rate.expected,
    low: rate.low,
    high: rate.high,
    set: "held out",
    source: run.source,
    family: stepFamily({ ...job, objective: run.kind === "rl" ? "grpo" : "sft" }),
    inverse: true,
  };
}

function memory(run: PrimeRun): SectionRow {
  const logitBytes = run.kind === "rl" ? CHUNKED_LOGIT_BYTES : TRAINING_SOFTWARE.fsdp.logitBytes;
  const { allocatorReserve } = TRAINING_SOFTWARE.fsdp;
  const options = { attention: "flash", dropout: false, logitBytes, allocatorReserve } as const;
  const { total } = trainingMemory({ ...jobOf(run), ...options }, layoutOf(run));
  const gib = 1024 ** 3;
  return {
    what: nameOf(run),
    unit: "GiB",
    published: run.peakGiB,
    predicted: total.expected / gib,
    low: total.low / gib,
    high: total.high / gib,
    set: "held out",
    source: run.source,
    family: memoryFamily({
      model: publishedModel(run.model),
      adapter: adapterOf(run),
      software: TRAINING_SOFTWARE.fsdp,
      objective: run.kind,
    }),
  };
}

/** Speed and memory of prime-rl's benchmark on up to eight GPUs, entered before any figure of ours was computed. */
export function primeRlSections(): ValidationSection[] {
  const runs = publishedRows<PrimeRun[]>("prime-rl-runs.json");
  const experts = (run: PrimeRun) => publishedModel(run.model).experts !== null;
  const dense = runs.filter((run) => !experts(run));
  const stack = "FSDP2 with full recomputation and two microbatches of one sequence a step, weights kept in FP32";
  return [
    {
      title: "Fine-tuning and RL speed: prime-rl, dense models, entered unseen",
      intro: `Tokens a second of all GPUs: ${stack}. FA2 on B200 is the attention of Ampere. Rows of RL take about a second per microbatch more than ours whatever its tokens (Qwen3 4B with LoRA on one H100: 1.0 s at 16,384 and at 65,536 tokens), those of SFT 0.2 s at most on Hopper: what the RL trainer does in that second is not published.`,
      aim: 0.2,
      rows: dense.map(speed),
    },
    {
      title: "Fine-tuning and RL speed: prime-rl, mixtures of experts, entered unseen",
      intro: `Tokens a second of all GPUs: ${stack}.`,
      aim: 0.2,
      rows: runs.filter(experts).map(speed),
    },
    {
      title: "Fine-tuning and RL memory: prime-rl, entered unseen",
      intro: `Peak of PyTorch's allocator: ${stack}; the trainer of RL computes its loss in chunks.`,
      aim: 0.1,
      rows: runs.map(memory),
    },
  ];
}
