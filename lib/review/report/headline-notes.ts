import { span } from "../../units/quantity";

/** A range in words; empty where both ends read as the expected figure does. */
export const spread = (range: { low: number; expected: number; high: number }, text: (v: number) => string): string =>
  span(range.low, range.high, text) === text(range.expected) ? "" : span(range.low, range.high, text);

/** Notes of one figure; those that say nothing are left out. */
export const joined = (...notes: readonly (string | null)[]): string => notes.filter((note) => note).join("; ");
