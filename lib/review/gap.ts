import type { Fix } from "../remedies/remedy";

/** A figure that the design calls for and that cannot be computed, with the reason. */
export interface Gap {
  readonly path: string;
  /** What is missing, in the words of the report. */
  readonly figure: string;
  readonly reason: string;
  readonly fix: Fix;
  /** Where no rule needs the figure. @default - the severity of the rule figure-not-computable */
  readonly severity?: "info";
}
