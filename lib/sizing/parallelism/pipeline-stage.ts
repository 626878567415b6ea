import type { ModelArchitecture } from "../../model/model";
import type { ParameterCount } from "../memory/parameters";
import { expertGroupOf, type ParallelLayout } from "./parallel-layout";

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
 * Layers of the first stage, which holds the embedding too: where some stages must have a layer more than others, the two ends
 * have fewer if there are enough others.
 */
function layersOfEnds(layers: number, pipeline: number): number {
  const fullest = layersOfStage(layers, pipeline);
  if (layers % pipeline === 0) return fullest;
  const fuller = layers - pipeline * Math.floor(layers / pipeline);
  return endsGiveUpLayer(layers, pipeline) || fuller <= pipeline - 2 ? fullest - 1 : fullest;
}

/**
 * Parameters on each GPU of the fullest pipeline stage: an end with the embedding, or one between with a layer more. Tensor
 * parallelism divides matrices, not norms, which are too few to matter; experts are divided by their own groups of ranks.
 *
 * @example 61 layers in 16 stages: four between the ends, three and the embedding or the output head at them.
 */
export function stageParameters(
  model: ModelArchitecture,
  layout: ParallelLayout,
  count: ParameterCount,
): StageParameters {
  const { tensor: t, pipeline: p } = layout;
  const ends = p > 1 ? Math.max(count.embedding, count.outputHead) : count.embedding + count.outputHead;
  const layer =
    (model.layers * (count.attentionPerLayer + count.normsPerLayer) +
      count.denseLayers * count.denseFfnPerLayer +
      count.moeLayers * count.sharedMoePerLayer) /
    model.layers;
  const expertsOfLayer = count.experts / expertGroupOf(layout) / model.layers;
  const stage = (layers: number, embedded: number): StageParameters => ({
    dense: (layers * layer + embedded) / t + count.outerNorms / p,
    experts: layers * expertsOfLayer,
  });
  const atEnd = layersOfEnds(model.layers, p);
  const between = layersOfStage(model.layers, p);
  const end = stage(atEnd, ends);
  if (between === atEnd) return end;
  const middle = stage(between, 0);
  return stateOf(layout, middle) > stateOf(layout, end) ? middle : end;
}

/** What a stage's state grows with: of 16 bytes per parameter 4 are weights and gradients, 12 what the optimizer updates. */
function stateOf(layout: ParallelLayout, parameters: StageParameters): number {
  const whole = parameters.dense + parameters.experts;
  return 4 * whole + 12 * (layout.zeroStage >= 1 ? dividedParameters(layout, parameters) : whole);
}

/** Parameters of one GPU over the ranks that hold the same: data and context ranks, and for experts those that share one. */
export function dividedParameters(layout: ParallelLayout, parameters: StageParameters): number {
  return parameters.dense / (layout.data * layout.context) + parameters.experts / expertCopiesOf(layout);
}

/** Ranks of a stage that hold the same experts and so sum their gradients. */
export function expertCopiesOf(layout: ParallelLayout): number {
  return Math.max(1, (layout.tensor * layout.context * layout.data) / expertGroupOf(layout));
}
