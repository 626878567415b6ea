import { Problems } from "../../errors";
import type { ModelArchitecture } from "../../model/model";
import { DEFAULT_PRECISION } from "../../model/workload";
import type { Interconnect } from "../fabric/interconnect";
import { checkModel } from "../inputs/check-model";
import { checkNumber } from "../inputs/check-number";
import { members, oneOf, requireAll } from "../inputs/check-shape";
import { mapRange, type Range } from "../inputs/range";
import { type LoraTargets, loraParameters } from "../memory/lora-adapter";
import { TRAINING_PRECISIONS, type TrainingPrecision, weightsBytes } from "../memory/model-memory";
import type { Adapter } from "../memory/training-state";
import { type PlanResult, parallelismPlan } from "../parallelism/parallelism-plan";
import type { GpuSpec } from "./kernel-efficiency";
import type { TrainingJob } from "./step-context";
import { TRAINING_SOFTWARE } from "./training-software";

/** How much of a model is trained: all of it, low-rank adapters, or adapters beside weights kept in NF4. */
export type FineTuningMethod = "full" | "lora" | "qlora";

/** A fine-tuning job and the GPUs it may use. */
export interface FineTuningRequest {
  readonly model: ModelArchitecture;
  readonly method: FineTuningMethod;
  /** Rank of the adapters; not for `full`. @default 16 */
  readonly loraRank?: number;
  /** Linear layers that have one. @default "all-linear" */
  readonly loraTargets?: LoraTargets;
  readonly sequenceLength: number;
  readonly globalBatchSequences: number;
  /** Tokens to train on, all epochs together. */
  readonly tokens: number;
  readonly gpus: number;
  readonly gpu: GpuSpec;
  readonly link: Interconnect;
  /** Format of the GEMMs. @default "bf16" */
  readonly precision?: TrainingJob["precision"];
}

/** What a fine-tuning run takes. */
export interface FineTuningEstimate {
  /** Trained parameters, and their share of the model's. */
  readonly trainedParameters: number;
  readonly trainedShare: number;
  /** All legal layouts ranked; empty plans when nothing fits. */
  readonly plan: PlanResult;
  readonly steps: number;
  /** Duration of the run by the best plan; null when nothing fits. */
  readonly hours: Range | null;
}

/** The QLoRA paper keeps adapters and their gradients in 16 bits and Adam's moments in 32: 12 bytes a trained parameter. */
export const QLORA_STATE: TrainingPrecision = { weightBytes: 2, gradientBytes: 2, masterBytes: 0, optimizerBytes: 8 };

/**
 * What is kept for each trained parameter, and the software that trains: plain PyTorch and PEFT where weights are in NF4. PEFT keeps
 * adapters in FP32 (`autocast_adapter_dtype`).
 * @see https://github.com/huggingface/peft src/peft/mapping_func.py
 */
export const FINE_TUNING_STACK: Readonly<Record<FineTuningMethod, Pick<TrainingJob, "state" | "software">>> = {
  full: { state: TRAINING_PRECISIONS["bf16-adam-fp32-grad"], software: TRAINING_SOFTWARE["megatron-core"] },
  lora: { state: TRAINING_PRECISIONS["fp32-adam"], software: TRAINING_SOFTWARE["megatron-core"] },
  qlora: { state: TRAINING_PRECISIONS["fp32-adam"], software: TRAINING_SOFTWARE.transformers },
};

/**
 * The adapter of a LoRA or QLoRA job: its size, and the bytes of the weights it leaves frozen (BF16, or NF4 with double
 * quantization, 4.127 bits per weight, prepared by PEFT).
 *
 * @example Llama 65B, rank 64, QLoRA: 34.5 GB frozen and 800 million trained parameters, 45 GB with their state.
 * @throws WarpformError for a model, method or rank that make no sense
 * @see https://arxiv.org/abs/2305.14314
 */
export function adapterOf(
  model: ModelArchitecture,
  method: "lora" | "qlora",
  rank: number,
  targets: LoraTargets = "all-linear",
): Adapter {
  requireAll("adapterOf", { method: [method, oneOf(["lora", "qlora"])] });
  return {
    parameters: loraParameters(model, rank, targets),
    rank,
    targets,
    frozenBytes: weightsBytes(model, method === "qlora" ? "nf4-double-quantized" : "bf16"),
    quantized: method === "qlora",
    prepared: method === "qlora",
  };
}

const METHOD = members({ method: oneOf(["full", "lora", "qlora"]) });

function check(request: FineTuningRequest): void {
  const problems = new Problems();
  if (!METHOD(problems, "", request) && !request) problems.throwIfAny("fine-tuning");
  checkModel(problems, request.model);
  checkNumber(problems, "tokens", request.tokens, { min: 1, max: 1e15, unit: "tokens" });
  if (request.method === "full" && request.loraRank !== undefined)
    problems.add(
      "not-allowed",
      "loraRank",
      `loraRank must be left out for full fine-tuning, got ${request.loraRank}; use method "lora"`,
    );
  if (request.method === "qlora" && request.precision !== undefined && request.precision !== "bf16")
    problems.add(
      "not-allowed",
      "precision",
      `precision must be bf16 for qlora, whose weights are written out in 16 bits, got ${request.precision}; use bf16`,
    );
  problems.throwIfAny("fine-tuning");
}

/**
 * Fit and duration of a fine-tuning run on one node or several: the best of all legal layouts. Frozen weights need no
 * gradients, so the backward pass is as long as the forward one; quantized weights are written out in 16 bits in each pass.
 *
 * @throws WarpformError for numbers that make no sense, or a rank given for full fine-tuning.
 * @see https://arxiv.org/abs/2106.09685
 * @see https://arxiv.org/abs/2305.14314
 */
export function fineTuning(request: FineTuningRequest): FineTuningEstimate {
  check(request);
  const { model, method } = request;
  const rank = request.loraRank ?? 16;
  const adapter = method === "full" ? undefined : adapterOf(model, method, rank, request.loraTargets);
  const plan = parallelismPlan({
    model,
    sequenceLength: request.sequenceLength,
    globalBatchSequences: request.globalBatchSequences,
    precision: request.precision ?? DEFAULT_PRECISION,
    ...FINE_TUNING_STACK[method],
    gpu: request.gpu,
    link: request.link,
    adapter,
    gpus: request.gpus,
  });
  const total = weightsBytes(model, "bf16") / 2;
  const trainedParameters = adapter ? adapter.parameters : total;
  const steps = Math.ceil(request.tokens / (request.sequenceLength * request.globalBatchSequences));
  const best = plan.plans[0];
  return {
    trainedParameters,
    trainedShare: trainedParameters / total,
    plan,
    steps,
    hours: best ? mapRange(best.step.seconds, (seconds) => (seconds * steps) / 3600) : null,
  };
}
