import type { Range } from "../../sizing/inputs/range";
import type { RunCost } from "./run-cost";

/** Days and money of a whole run, failures and checkpoints counted. */
export interface RunFigures extends RunCost {
  readonly days: Range;
  /** What is paid in US dollars per million tokens trained; null for tasks. */
  readonly usdPerMillionTokens: Range | null;
  /** What is paid in US dollars per unit of a batch workload; null for others. */
  readonly usdPerUnit: Range | null;
}
