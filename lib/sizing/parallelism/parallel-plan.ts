import type { MemoryFit } from "../memory/memory-fit";
import type { TrainingMemory } from "../memory/training-memory";
import type { StepTime } from "../time/step-time";
import type { ParallelLayout } from "./parallel-layout";
import type { SmallerLayout } from "./smaller-layout";

/** One legal layout that fits, with its figures. */
export interface ParallelPlan {
  readonly layout: ParallelLayout;
  readonly memory: TrainingMemory;
  /** The same with the range of published runs of its family. */
  readonly fit: MemoryFit;
  /** Where the fit is borderline, the change that makes it sure, or saves most; else null. */
  readonly smaller: SmallerLayout | null;
  /** The upper end of the formulas' memory range exceeds the GPU: measure before you count on it. */
  readonly tight: boolean;
  readonly step: StepTime;
}
