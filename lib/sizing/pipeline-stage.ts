import type { ModelArchitecture } from "../model/model";
import type { ParallelLayout } from "./parallel-layout";
import type { ParameterCount } from "./parameters";

/** Parameters of one GPU: those of dense layers, embeddings and norms, and those of routed experts. */
export interface StageParameters {
  readonly dense: number;
  readonly experts: number;
}

/** Whether the layers divide evenly only once the two ends give up one each, as Llama 3 405B's 126 over 16 stages do. */
export function endsGiveUpLayer(layers: number, pipeline: number): boolean {
  return pipeline > 1 && layers % pipeline !== 0 && (layers + 2) % pipeline === 0;
}

/** Layers of the fullest pipeline stage; two ends may each give up one layer for the embedding and the output head. */
export function layersOfStage(layers: number, pipeline: number): number {
  return endsGiveUpLayer(layers, pipeline) ? (layers + 2) / pipeline : Math.ceil(layers / pipeline);
}

/**
 * Parameters on each GPU of the first (fullest) pipeline stage. Tensor parallelism divides matrices, not norms, which are too
 * few to matter; experts are divided by the expert-parallel ranks alone.
 */
export function stageParameters(
  model: ModelArchitecture,
  layout: ParallelLayout,
  count: ParameterCount,
): StageParameters {
  const { tensor: t, pipeline: p, expert } = layout;
  const share = 1 / p;
  const ends = p > 1 ? Math.max(count.embedding, count.outputHead) : count.embedding + count.outputHead;
  const tied = p > 1 && model.tiedEmbeddings ? count.embedding : ends;
  const dense =
    share *
    (model.layers * (count.attentionPerLayer + count.normsPerLayer) +
      count.denseLayers * count.denseFfnPerLayer +
      count.moeLayers * count.sharedMoePerLayer);
  return { dense: (dense + tied) / t + count.outerNorms / p, experts: (share * count.experts) / expert };
}
