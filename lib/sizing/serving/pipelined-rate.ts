import { mapRange } from "../inputs/range";
import { weightsBytes } from "../memory/model-memory";
import { type ReplicaProps, type ServingRate, servingRate } from "./serving-rate";

/**
 * Rates of a replica whose layers are divided over a pipeline of `stages`, each of `tensorParallel` accelerators: requests are
 * divided into as many groups, of which each stage computes one at a time, so a token takes all stages one after the other and
 * the throughput is that of one stage. What crosses between stages is left out: a hidden state per token.
 *
 * @example Llama 3.1 405B in FP8 on two stages of 8 H100: each stage reads its half of the weights at each of its steps.
 * @see https://arxiv.org/abs/2211.05102
 */
export function pipelinedRate(p: ReplicaProps, stages: number): ServingRate {
  if (stages === 1) return servingRate(p);
  const layers = Math.ceil(p.model.layers / stages);
  const { experts } = p.model;
  const denseLayers = Math.min(layers, experts?.denseLayers ?? 0);
  const stage = servingRate({
    ...p,
    model: { ...p.model, layers, experts: experts && { ...experts, denseLayers } },
    reservedBytes: (p.reservedBytes ?? 0) / stages,
  });
  const group = (batch: number) => Math.max(1, Math.ceil(batch / stages));
  return {
    maxConcurrency: stage.maxConcurrency,
    weightsBytes: weightsBytes(p.model, p.precision),
    kvCacheBytes: stage.kvCacheBytes * stages,
    kvCacheRange: mapRange(stage.kvCacheRange, (bytes) => bytes * stages),
    fit: stage.fit,
    prefillSeconds: mapRange(stage.prefillSeconds, (s) => s * stages),
    stepSeconds: (batch) => mapRange(stage.stepSeconds(group(batch)), (s) => s * stages),
    tokensPerSecond: (batch) => stage.tokensPerSecond(group(batch)),
    timePerOutputToken: (batch) => mapRange(stage.timePerOutputToken(group(batch)), (s) => s * stages),
  };
}
