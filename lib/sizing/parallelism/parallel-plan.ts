import type { TrainingMemory } from "../memory/training-memory";
import type { StepTime } from "../time/step-time";
import type { ParallelLayout } from "./parallel-layout";

/** One legal layout that fits, with its figures. */
export interface ParallelPlan {
  readonly layout: ParallelLayout;
  readonly memory: TrainingMemory;
  /** The upper end of the memory range exceeds the GPU: measure before you count on it. */
  readonly tight: boolean;
  readonly step: StepTime;
}
