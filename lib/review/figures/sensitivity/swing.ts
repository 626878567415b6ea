import type { Range } from "../../../sizing/inputs/range";

/** What one assumption moves, with all others at their expected value. */
export interface Swing {
  /** What is assumed: `failures per node`. */
  readonly assumption: string;
  /** How far it is varied, in words: `2.3–14 per 1,000 node-days`. */
  readonly varied: string;
  /** The result at both ends. */
  readonly value: Range;
}

/** The assumptions that move one figure, the strongest first. */
export interface Sensitivity {
  readonly figure: "Time to train" | "Cost to train" | "Replicas needed";
  readonly expected: number;
  readonly swings: readonly Swing[];
}
