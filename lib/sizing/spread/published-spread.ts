import { counted } from "../../units/quantity";
import rows from "../data/published-spread.json";
import type { Range } from "../inputs/range";

/** How far published figures of one family lie from our estimates: published over ours, at both ends of nine in ten. */
export interface Spread {
  /** Families from the widest to the narrowest that published runs cover, such as `step/experts/full/megatron/hopper`. */
  readonly family: string;
  readonly low: number;
  readonly high: number;
  /** Published figures of the family, and independent publications that they come from. */
  readonly rows: number;
  readonly sources: number;
  /** Of those figures, how many a range holds that is made without the figures of the same publication. */
  readonly unread: number;
}

/** A figure without published runs of its kind, and the range of our own formulas alone. */
export const OWN_RANGE_ALONE: Spread = { family: "", low: 1, high: 1, rows: 0, sources: 0, unread: 0 };

const known = new Map((rows as readonly Spread[]).map((row) => [row.family, row]));

/**
 * The spread of the narrowest family that published runs cover, of a path from wide to narrow. It is measured, not set:
 * `npm run validation` writes it from the rows of docs/validation, and no constant of an estimate is fitted to it.
 *
 * @see docs/validation.md
 */
export function publishedSpread(path: readonly string[]): Spread {
  let found = OWN_RANGE_ALONE;
  let family = "";
  for (const part of path) {
    family = family === "" ? part : `${family}/${part}`;
    found = known.get(family) ?? found;
  }
  return found;
}

/** A figure's own range, widened to what published figures of its family differ by. */
export function widened(own: Range, spread: Pick<Spread, "low" | "high">): Range {
  return {
    low: Math.min(own.low, own.expected * spread.low),
    expected: own.expected,
    high: Math.max(own.high, own.expected * spread.high),
  };
}

/** The same for the inverse of what the family counts: a rate, where it counts seconds. */
export function widenedInverse(own: Range, spread: Pick<Spread, "low" | "high">): Range {
  return widened(own, { low: 1 / spread.high, high: 1 / spread.low });
}

/** Share of published figures that a range must hold without having read their publication, to say what the next one will be. */
const HELD_UNREAD = 0.9;

/** Why a range says little of a figure that nobody has published yet; null where it would have held nine in ten of those published. */
export function openRange({ rows, sources, unread }: Spread): string | null {
  if (unread >= HELD_UNREAD * rows) return null;
  const from = `${counted(rows, "published figures")} (${counted(sources, "publications")})`;
  return `no range is known: the one given is that of ${from}; without the figures of the same publication it would hold ${unread}. Measure it`;
}
