import type { Sourced } from "../../catalog/types";
import type { ModelArchitecture } from "../../model/model";
import {
  DEFAULT_OPTIMIZER,
  type MasterWeights,
  type OptimizerName,
  type TrainingFrameworkName,
} from "../../model/workload";
import rows from "../data/optimizers.json";
import type { TrainingPrecision } from "./model-memory";
import { countParameters } from "./parameters";

/** What an optimizer keeps per parameter: values in the format of the weights that it updates, or bytes. */
type Kept = { readonly values: number } | { readonly bytes: number };

/** An optimizer, as far as it sets memory. */
export interface Optimizer extends Sourced {
  readonly name: OptimizerName;
  readonly title: string;
  /** Kept for the matrices of the layers, and with them all that `othersAre` does not name. */
  readonly matrices: Kept;
  /** Kept for the embedding, or for it and the output head. */
  readonly others: Kept;
  readonly othersAre: "embedding" | "embedding-and-head";
  /** Its state moves to the host where the GPU's memory runs out. */
  readonly paged: boolean;
  /** Frameworks that offer it. */
  readonly frameworks: readonly TrainingFrameworkName[];
}

const all = rows as readonly Optimizer[];

/** The optimizer of a name. */
export function optimizer(name: OptimizerName): Optimizer {
  return all.find((row) => row.name === name)!;
}

/** Optimizers that a framework offers. */
export function optimizersOf(framework: TrainingFrameworkName): readonly OptimizerName[] {
  return all.filter(({ frameworks }) => frameworks.includes(framework)).map(({ name }) => name);
}

const bytesOf = (kept: Kept, valueBytes: number) => ("bytes" in kept ? kept.bytes : kept.values * valueBytes);

/** Share of a model's parameters that an optimizer treats apart. */
function othersShare(model: ModelArchitecture, { othersAre }: Optimizer): number {
  const count = countParameters(model);
  const others = count.embedding + (othersAre === "embedding" ? 0 : count.outputHead);
  return others / count.total;
}

/** A state whose optimizer and master weights the user has chosen. */
export interface ChosenState {
  readonly optimizer?: OptimizerName;
  readonly masterWeights?: MasterWeights;
}

/**
 * A framework's state with the optimizer and the master weights of the user's choice; `model` is null where adapters are trained,
 * which have neither embedding nor head.
 *
 * @example Llama 2 7B in BF16 without master weights: 51.6 GB with PyTorch's AdamW, 39.3 with bitsandbytes' 8-bit and 33.2 with
 * torchao's 4-bit (torchao's page counts GiB); the state goes from 8 to 6.03 and 5.06 bytes per parameter.
 * @see https://github.com/pytorch/ao torchao/optim/README.md
 */
export function chosenState(
  state: TrainingPrecision,
  chosen: ChosenState,
  model: ModelArchitecture | null,
): TrainingPrecision {
  if (chosen.optimizer === undefined && chosen.masterWeights === undefined) return state;
  const { optimizer: name = DEFAULT_OPTIMIZER, masterWeights = "fp32" } = chosen;
  const pure = masterWeights === "none" ? { weightBytes: 2, gradientBytes: 2, masterBytes: 0 } : {};
  const valueBytes = masterWeights === "none" ? 2 : 4;
  const of = optimizer(name);
  const share = model === null ? 0 : othersShare(model, of);
  const optimizerBytes = (1 - share) * bytesOf(of.matrices, valueBytes) + share * bytesOf(of.others, valueBytes);
  return { ...state, ...pure, optimizerBytes };
}
