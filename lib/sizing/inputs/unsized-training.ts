import type { ModelArchitecture } from "../../model/model";

/** Why a training is not sized, the key that says so, and what to do instead. */
export interface UnsizedTraining {
  readonly key: "model" | "method";
  readonly reason: string;
  readonly fix: string;
}

/**
 * What is not sized: hybrids, whose state layers have kernels and activations of their own without a published table of runs, and
 * adapters on latent attention; null for what is.
 */
export function unsizedTraining(model: ModelArchitecture, adapters: boolean): UnsizedTraining | null {
  if (model.hybrid)
    return {
      key: "model",
      reason: `training of ${model.name}, which has ${model.hybrid.stateLayers} layers with a state space or linear attention, is not sized`,
      fix: "measure one step, or use a model with attention in every layer",
    };
  if (!adapters || !model.latentAttention) return null;
  return {
    key: "method",
    reason: `adapters on the multi-head latent attention of ${model.name} are not sized`,
    fix: 'measure one step, or use method "full"',
  };
}
