import type { ModelArchitecture } from "../../model/model";
import type { ZeroStage } from "../memory/model-memory";
import type { TrainingSoftware } from "../time/training-software";
import type { ParallelLayout, Recompute } from "./parallel-layout";

/** What layouts are enumerated for. */
export interface CandidateRequest {
  readonly model: ModelArchitecture;
  readonly sequenceLength: number;
  readonly globalBatchSequences: number;
  readonly gpus: number;
  /** GPUs of a scale-up domain: tensor parallelism stays inside it. */
  readonly gpusPerDomain: number;
  readonly attention: "flash" | "unfused";
  /** Only data parallel and FSDP layouts: what quantized weights can be divided by. @default false */
  readonly dataParallelOnly?: boolean;
}

/** Largest microbatch tried; larger ones gain nothing that the GEMMs still lack. */
const LARGEST_MICRO_BATCH = 16;

/** Share by which an uneven pipeline's fullest stage may exceed the mean. */
const LARGEST_IMBALANCE = 1.1;

function divisors(whole: number, most = whole): number[] {
  const found: number[] = [];
  for (let d = 1; d <= Math.min(whole, most); d++) if (whole % d === 0) found.push(d);
  return found;
}

function tensorSizes(request: CandidateRequest): number[] {
  const { model, gpusPerDomain, gpus } = request;
  if (request.dataParallelOnly) return [1];
  return divisors(model.attentionHeads, Math.min(gpusPerDomain, gpus)).filter(
    (t) =>
      gpus % t === 0 &&
      (gpusPerDomain % t === 0 || t === 1) &&
      model.ffnHiddenSize % t === 0 &&
      (model.kvHeads % t === 0 || t % model.kvHeads === 0),
  );
}

/** Stages, and the chunks that each may have: even, or even once the two ends give a layer up, or a little uneven without. */
function pipelineSizes(layers: number, most: number): { readonly pipeline: number; readonly chunks: number[] }[] {
  const found = [{ pipeline: 1, chunks: [1] }];
  for (let pipeline = 2; pipeline <= Math.min(layers, most); pipeline++) {
    const even = layers % pipeline === 0 ? layers : (layers + 2) % pipeline === 0 ? layers + 2 : 0;
    if (even > 0) found.push({ pipeline, chunks: divisors(even / pipeline) });
    else if ((Math.ceil(layers / pipeline) * pipeline) / layers <= LARGEST_IMBALANCE)
      found.push({ pipeline, chunks: [1] });
  }
  return found;
}

/** What may be recomputed, least first; Hugging Face's checkpointing takes whole layers. */
export function recomputes({
  attention,
  huggingFace,
}: Pick<TrainingSoftware, "attention" | "huggingFace">): Recompute[] {
  if (huggingFace) return ["none", "full"];
  return attention === "flash" ? ["none", "elementwise", "full"] : ["none", "selective", "full"];
}

/** How a model is divided over the ranks; its layouts differ in schedule and recomputation alone. */
export type Division = Pick<ParallelLayout, "tensor" | "pipeline" | "context" | "expert" | "data" | "zeroStage">;

/** A size of microbatches, and the chunks a stage that many of them allow: more than one only in multiples of the stages. */
export interface Schedules {
  readonly microBatchSequences: number;
  readonly chunks: readonly number[];
}

/** The layouts of a division, microbatch and chunks, least recomputation first. */
export function layoutsOf(
  { tensor, pipeline, context, expert, data, zeroStage }: Division,
  microBatchSequences: number,
  virtualStages: number,
  kinds: readonly Recompute[],
): ParallelLayout[] {
  return kinds.map((recompute) => ({
    tensor,
    pipeline,
    context,
    expert,
    data,
    virtualStages,
    microBatchSequences,
    sequenceParallel: tensor > 1,
    zeroStage,
    recompute,
  }));
}

/** A replica's share of the batch in whole microbatches. */
function schedulesOf(sequences: number, pipeline: number, chunks: readonly number[]): Schedules[] {
  return divisors(sequences, LARGEST_MICRO_BATCH).map((microBatchSequences) => ({
    microBatchSequences,
    chunks: (sequences / microBatchSequences) % pipeline === 0 ? chunks : [1],
  }));
}

/** Ranks that experts are divided over; where none are, tensor parallelism divides each expert's matrices. */
function expertSizes({ experts }: ModelArchitecture, tensor: number, ranks: number): number[] {
  if (!experts) return [1];
  return divisors(experts.count, ranks).filter(
    (e) => ranks % e === 0 && (e > 1 || experts.ffnHiddenSize % tensor === 0),
  );
}

/**
 * Calls `visit` with every legal division of exactly `gpus` GPUs and its schedules: heads, FFN and experts divide, the batch
 * divides over the replicas, tensor parallelism stays in a domain.
 */
export function eachDivision(
  request: CandidateRequest,
  visit: (division: Division, schedules: readonly Schedules[]) => void,
): void {
  const { model, gpus, globalBatchSequences: batch, sequenceLength } = request;
  const contexts = request.dataParallelOnly
    ? [1]
    : divisors(sequenceLength, 64).filter((c) => c === 1 || sequenceLength / c >= 1024);
  const pipelines = pipelineSizes(model.layers, request.dataParallelOnly ? 1 : gpus);
  for (const tensor of tensorSizes(request)) {
    for (const context of contexts) {
      if ((gpus / tensor) % context !== 0) continue;
      const left = gpus / tensor / context;
      for (const { pipeline, chunks } of pipelines) {
        if (pipeline > left) break;
        const data = left / pipeline;
        if (left % pipeline !== 0 || batch % data !== 0) continue;
        const schedules = schedulesOf(batch / data, pipeline, chunks);
        const experts = expertSizes(model, tensor, tensor * context * data);
        const stages: ZeroStage[] = data * context === 1 ? [0] : pipeline === 1 ? [1, 3] : [1];
        for (const expert of experts) {
          for (const zeroStage of stages) visit({ tensor, pipeline, context, expert, data, zeroStage }, schedules);
        }
      }
    }
  }
}
