import type { Accelerator } from "../../catalog/types";
import type { ModelArchitecture } from "../../model/model";
import type { WeightPrecision } from "../memory/model-memory";
import { countParameters } from "../memory/parameters";
import { computeFormat } from "../serving/compute-format";
import type { TrainingSoftwareName } from "../time/training-software";

/** Frameworks that share kernels and overlap. */
const STACKS: Readonly<Record<TrainingSoftwareName, string>> = {
  "megatron-2021": "megatron",
  "megatron-2022": "megatron",
  "megatron-core": "megatron",
  "megatron-core-alltoall": "megatron",
  "megatron-core-graphs": "megatron",
  "zero3-2021": "fsdp",
  fsdp: "fsdp",
  torchtitan: "fsdp",
  "fsdp-2023": "fsdp",
  transformers: "fsdp",
  "transformers-4": "fsdp",
};

const kindOf = (model: ModelArchitecture) => (model.hybrid ? "hybrid" : model.experts ? "experts" : "dense");

/** `Blackwell Ultra` to `blackwell`: generations share kernels. */
const generationOf = (architecture: string) => architecture.toLowerCase().split(" ")[0]!;

/** Family of what publishers state for whole runs, restarts and evaluation included, over the time of their steps alone. */
export const WHOLE_RUN_FAMILY: readonly string[] = ["whole-run"];

/** Family of a whole step of GRPO with generation on the same GPUs: seconds. */
export const grpoFamily = (model: ModelArchitecture): readonly string[] => ["grpo", kindOf(model)];

/** Family of a training step: seconds. A trainer of GRPO has one of its own: it does more than pass forward and back. */
export function stepFamily({
  model,
  adapter,
  software,
  gpu,
  precision,
  objective,
}: {
  readonly model: ModelArchitecture;
  readonly adapter?: object;
  readonly software: { readonly name: string };
  readonly gpu: { readonly architecture: string };
  readonly precision: string;
  readonly objective?: string;
}): readonly string[] {
  const stack = STACKS[software.name as TrainingSoftwareName] ?? "other";
  const method = adapter === undefined ? "full" : "adapter";
  if (objective === "grpo") return ["step-of-grpo", kindOf(model), stack];
  return ["step", kindOf(model), stack, method, generationOf(gpu.architecture), precision];
}

/**
 * Family of the memory of a training run: bytes of its fullest GPU. Mixtures of experts, whose routing fills GPUs unevenly, have one
 * of their own, and so has a run of DPO or GRPO.
 */
export function memoryFamily({
  model,
  adapter,
  software,
  objective,
}: {
  readonly model: ModelArchitecture;
  readonly adapter?: { readonly quantized: boolean };
  readonly software: { readonly name: string };
  readonly objective?: string;
}): readonly string[] {
  const method = adapter === undefined ? "full" : adapter.quantized ? "qlora" : "lora";
  const task = objective === undefined || objective === "sft" ? method : "rl";
  const root = model.experts ? "memory-of-experts" : "memory";
  return [root, task, STACKS[software.name as TrainingSoftwareName] ?? "other"];
}

/** Family of what nvidia-smi shows of a training process at most: bytes, published over the memory that it needs. */
export function shownMemoryFamily(
  adapter: { readonly quantized: boolean } | undefined,
  gpus: number,
): readonly string[] {
  const method = adapter === undefined ? "full" : adapter.quantized ? "qlora" : "lora";
  return ["memory-shown", method, gpus > 1 ? "several-gpus" : "one-gpu"];
}

/** Family of what an inference engine takes of a GPU besides weights and cache: activations, graphs, communication. */
export function servingMemoryFamily(model: ModelArchitecture): readonly string[] {
  return ["memory-of-engine", kindOf(model)];
}

/** A figure of serving: output tokens per second, seconds a token, or seconds to the first one. */
export type ServingFigure = "throughput" | "time-per-token" | "first-token";

/** Whether an engine runs with the options of a tuned benchmark, or as a service runs it: the defaults, requests over HTTP. */
export type EngineOptions = "tuned" | "default";

/** Models below this have steps so short that the host sets the pace of an engine with default options. */
const SMALL_MODEL_PARAMETERS = 1e9;

/** Roots of a figure: engines with default options have their own, and among them small models. */
function servingRoot(figure: ServingFigure, model: ModelArchitecture, options: EngineOptions): string {
  if (figure === "first-token" || options === "tuned") return figure;
  const small = countParameters(model).total < SMALL_MODEL_PARAMETERS;
  return `${figure}-by-default${small ? "-of-small-models" : ""}`;
}

/** Family of a figure of serving. */
export function servingFamily(
  figure: ServingFigure,
  model: ModelArchitecture,
  accelerator: Accelerator,
  precision: WeightPrecision,
  options: EngineOptions = "tuned",
): readonly string[] {
  const { format } = computeFormat(accelerator, precision);
  const kind = kindOf(model);
  return [servingRoot(figure, model, options), kind, generationOf(accelerator.architecture), format];
}
