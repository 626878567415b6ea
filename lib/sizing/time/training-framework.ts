import type { Accelerator, Sourced } from "../../catalog/types";
import type { TrainingFrameworkName } from "../../model/workload";
import rows from "../data/training-frameworks.json";
import type { TrainingPrecisionName } from "../memory/model-memory";
import type { TrainingSoftwareName } from "./training-software";

/** A framework that people name, as far as it sets memory and time. */
export interface TrainingFramework extends Sourced {
  readonly name: TrainingFrameworkName;
  readonly title: string;
  /** What it overlaps and fuses. */
  readonly software: TrainingSoftwareName;
  /** What it keeps for each parameter where all are trained. */
  readonly state: TrainingPrecisionName;
  /** Whose accelerators it runs on. */
  readonly vendors: readonly Accelerator["vendor"][];
  /** It can train BF16 weights without an FP32 copy. */
  readonly pureBf16: boolean;
  /** It divides a model by data parallelism and FSDP or ZeRO alone. */
  readonly dataParallelOnly: boolean;
  /** What it divides over data-parallel ranks where a layout does not say: FSDP the weights too, ZeRO's first stage the optimizer. */
  readonly zeroStage: 1 | 3;
}

const all = rows as readonly TrainingFramework[];

/** All frameworks that a workload may name. */
export function trainingFrameworks(): readonly TrainingFramework[] {
  return all;
}

/** The framework of a name. */
export function trainingFramework(name: TrainingFrameworkName): TrainingFramework {
  return all.find((row) => row.name === name)!;
}
