import { type LoraTargets, loraParameters } from "../../lib/sizing/memory/lora-adapter";
import { TRAINING_PRECISIONS, type WeightPrecision, weightsBytes } from "../../lib/sizing/memory/model-memory";
import type { Adapter } from "../../lib/sizing/memory/training-state";
import { SINGLE_GPU } from "../../lib/sizing/parallelism/parallel-layout";
import { stepFamily } from "../../lib/sizing/spread/families";
import { OWN_RANGE_ALONE } from "../../lib/sizing/spread/published-spread";
import { stepTime } from "../../lib/sizing/time/step-time";
import { TRAINING_SOFTWARE } from "../../lib/sizing/time/training-software";
import { machines } from "./fine-tuning";
import type { ValidationSet } from "./row";
import { publishedModel, publishedRows, type SectionRow, type ValidationSection } from "./section";

/** A mixture of experts in plain PyTorch: one GPU, or FSDP. */
interface ExpertRun {
  readonly where: string;
  readonly model: string;
  readonly method: "full" | "lora" | "qlora";
  readonly weights: WeightPrecision;
  readonly loraRank?: number;
  readonly loraTargets?: LoraTargets;
  readonly prepared?: boolean;
  /** A loop over the experts, as Transformers 4 has it, or all of them in one kernel. */
  readonly experts: "loop" | "grouped";
  /** Ranks that share the experts. @default 1 */
  readonly expert?: number;
  /** Fused loss and norms. */
  readonly fused: boolean;
  readonly sequenceLength: number;
  readonly microBatchSequences: number;
  readonly microBatches: number;
  readonly gpus: number;
  readonly accelerator: string;
  /** Tokens a second of each GPU. */
  readonly published: number;
  /** @default "held out" */
  readonly set?: ValidationSet;
  readonly source: string;
  readonly note?: string;
  /** Why the run counts in no family: what it does that no layout of ours has. */
  readonly outside?: string;
}

function adapterOf(run: ExpertRun): Adapter | undefined {
  if (run.method === "full") return undefined;
  const model = publishedModel(run.model);
  return {
    parameters: loraParameters(model, run.loraRank!, run.loraTargets),
    rank: run.loraRank!,
    targets: run.loraTargets,
    frozenBytes: weightsBytes(model, run.weights),
    quantized: run.method === "qlora",
    prepared: run.prepared,
  };
}

function speedRow(run: ExpertRun): SectionRow {
  const job = {
    model: publishedModel(run.model),
    sequenceLength: run.sequenceLength,
    globalBatchSequences: run.microBatchSequences * run.microBatches * run.gpus,
    precision: "bf16" as const,
    state: TRAINING_PRECISIONS["bf16-pure-adam"],
    software: TRAINING_SOFTWARE[run.experts === "loop" ? "transformers-4" : "transformers"],
    adapter: adapterOf(run),
    ...machines(run.accelerator),
  };
  const layout = {
    ...SINGLE_GPU,
    data: run.gpus,
    expert: run.expert ?? 1,
    microBatchSequences: run.microBatchSequences,
    zeroStage: run.gpus > 1 ? (3 as const) : (0 as const),
    recompute: "full" as const,
  };
  const rate = stepTime(job, layout, OWN_RANGE_ALONE).tokensPerSecondPerGpu;
  const method = { full: "full", lora: "LoRA", qlora: `QLoRA in ${run.weights}` }[run.method];
  return {
    what: `${run.where}: ${run.model}, ${method}, ${run.microBatchSequences} x ${run.sequenceLength} tokens, ${run.gpus} ${run.accelerator}`,
    unit: "tokens/s",
    published: run.published,
    predicted: rate.expected,
    low: rate.low,
    high: rate.high,
    set: run.set ?? "held out",
    source: run.source,
    family: run.outside === undefined ? stepFamily(job) : undefined,
    inverse: true,
    note: [run.note, run.outside].filter(Boolean).join("; ") || undefined,
  };
}

/** Speed of mixtures of experts in plain PyTorch, entered before any figure of ours was computed. */
export function expertRunsSection(): ValidationSection {
  return {
    title: "Step time: mixtures of experts in plain PyTorch, entered unseen",
    intro:
      "Tokens a second of each GPU: Mixtral with LoRA, QLoRA and GPTQ, Granite 3.0 3B-A800M by the loop over its 40 experts and by ScatterMoE, and three others. As entered, the median error was 54 % (4 of 44 within the aim), all too fast, a mixture of many small experts up to 39 times. Two causes were found: the host, which launches a loop over the experts operation by operation, a quarter of a millisecond for each and pass (one row sets it, the other two of that kind come to 4 and 8 %), and what the GPU does to route tokens, by the figure of serving. Not modelled: DeepSpeed's ZeRO 3, which gathers each of 18,432 small matrices by itself (91 s a step), and activations kept on the host with a 4-bit optimizer (Llama 4 Scout), both in no family; and ScatterMoE's products of small experts on A100, which the family's range holds.",
    aim: 0.2,
    rows: publishedRows<ExpertRun[]>("transformers-experts-runs.json").map(speedRow),
  };
}
