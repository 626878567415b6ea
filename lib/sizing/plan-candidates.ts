import type { ModelArchitecture } from "../model/model";
import type { ZeroStage } from "./model-memory";
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

/** Stages and chunks: even, or even once the two ends give a layer up, or a little uneven without chunks. */
function pipelineSizes(layers: number, most: number): [pipeline: number, virtualStages: number][] {
  const found: [number, number][] = [[1, 1]];
  for (let p = 2; p <= Math.min(layers, most); p++) {
    const even = layers % p === 0 ? layers / p : (layers + 2) % p === 0 ? (layers + 2) / p : 0;
    if (even > 0) for (const v of divisors(even)) found.push([p, v]);
    else if ((Math.ceil(layers / p) * p) / layers <= LARGEST_IMBALANCE) found.push([p, 1]);
  }
  return found;
}

function recomputes(attention: "flash" | "unfused"): Recompute[] {
  return attention === "flash" ? ["none", "elementwise", "full"] : ["none", "selective", "full"];
}

/**
 * Calls `visit` with every legal layout of exactly `gpus` GPUs, those that differ in recomputation alone together: heads, FFN and experts divide, the batch divides into whole
 * microbatches, an interleaved schedule has a multiple of its stages of them, tensor parallelism stays in a domain. Returns how
 * many there were.
 */
export function eachCandidate(request: CandidateRequest, visit: (alike: readonly ParallelLayout[]) => void): number {
  const { model, gpus, globalBatchSequences: batch, sequenceLength } = request;
  const contexts = request.dataParallelOnly
    ? [1]
    : divisors(sequenceLength, 64).filter((c) => c === 1 || sequenceLength / c >= 1024);
  const kinds = recomputes(request.attention);
  const pipelines = pipelineSizes(model.layers, request.dataParallelOnly ? 1 : gpus);
  let seen = 0;
  for (const tensor of tensorSizes(request)) {
    for (const context of contexts) {
      if ((gpus / tensor) % context !== 0) continue;
      const left = gpus / tensor / context;
      for (const [pipeline, virtualStages] of pipelines) {
        if (pipeline > left) break;
        if (left % pipeline !== 0) continue;
        const data = left / pipeline;
        if (batch % data !== 0) continue;
        const sequences = batch / data;
        const moe = model.experts;
        const experts = moe
          ? divisors(moe.count, tensor * context * data).filter(
              (e) => (tensor * context * data) % e === 0 && (e > 1 || moe.ffnHiddenSize % tensor === 0),
            )
          : [1];
        const stages: ZeroStage[] = data * context === 1 ? [0] : pipeline === 1 ? [1, 3] : [1];
        for (const microBatchSequences of divisors(sequences, LARGEST_MICRO_BATCH)) {
          if (virtualStages > 1 && (sequences / microBatchSequences) % pipeline !== 0) continue;
          for (const expert of experts) {
            for (const zeroStage of stages) {
              seen += kinds.length;
              visit(
                kinds.map((recompute) => ({
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
                })),
              );
            }
          }
        }
      }
    }
  }
  return seen;
}
