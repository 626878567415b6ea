import { exactly, type Range } from "../../lib/sizing/inputs/range";

/** Whether a published figure helped to set a constant, was kept apart, or contradicts itself. */
export type ValidationSet = "calibrated" | "held out" | "inconsistent";

/** One published figure against ours. */
export interface ValidationRow {
  readonly section: string;
  readonly name: string;
  readonly unit: string;
  readonly published: number;
  readonly predicted: Range;
  /** Largest relative error that is aimed for; 0 for counts, which must be exact. */
  readonly aim: number;
  readonly set: ValidationSet;
  readonly source: string;
  readonly note?: string;
  /** Family whose published rows widen our range, from wide to narrow; a figure of arithmetic alone has none. */
  readonly family?: readonly string[];
  /** A family in which it is not counted and whose range it has too, as an engine's default options have that of its tuned ones. */
  readonly joined?: readonly string[];
  /** The family counts the inverse of the figure: seconds, where this is a rate. */
  readonly inverse?: boolean;
}

/** Relative error of the expected figure. */
export function relativeError(row: ValidationRow): number {
  return row.predicted.expected / row.published - 1;
}

/** Makes the rows of one section that share unit, aim and source. */
export function section(
  title: string,
  shared: { readonly unit: string; readonly aim: number; readonly source: string; readonly set?: ValidationSet },
  rows: readonly (readonly [name: string, published: number, predicted: Range | number, note?: string])[],
): ValidationRow[] {
  return rows.map(([name, published, predicted, note]) => ({
    section: title,
    name,
    unit: shared.unit,
    published,
    predicted: typeof predicted === "number" ? exactly(predicted) : predicted,
    aim: shared.aim,
    set: shared.set ?? "held out",
    source: shared.source,
    note,
  }));
}
