import type { Range } from "../../sizing/inputs/range";
import type { RunCost } from "./run-cost";

/** Days and money of a whole run, failures and checkpoints counted. */
export interface RunFigures extends RunCost {
  readonly days: Range;
  /** What is paid in US dollars per million tokens trained. */
  readonly usdPerMillionTokens: Range | null;
}
