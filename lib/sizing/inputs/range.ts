import { type Check, members, method, number, requireAll } from "./check-shape";

/** A figure with its uncertainty: the real one is expected between `low` and `high`, most likely near `expected`. */
export interface Range {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** A figure that came out of 0 / 0 is no end of a range; one that is infinite is (a queue that never empties). */
function requireFigures(where: string, figures: Readonly<Record<string, number>>): void {
  for (const path in figures)
    if (typeof figures[path] !== "number" || Number.isNaN(figures[path]))
      requireAll(where, { [path]: [figures[path], number()] });
}

/** A range from its three figures in any order, as they come out of a function that falls. */
export function range(a: number, expected: number, b: number): Range {
  requireFigures("range", { a, expected, b });
  return { low: Math.min(a, expected, b), expected, high: Math.max(a, expected, b) };
}

/** A range without uncertainty: a count, or what follows by arithmetic alone. */
export function exactly(value: number): Range {
  requireFigures("exactly", { value });
  return { low: value, expected: value, high: value };
}

/** A range from relative bounds: `around(100, 0.1, 0.2)` is 90 … 100 … 120. */
export function around(expected: number, below: number, above: number = below): Range {
  requireAll("around", {
    expected: [expected, number()],
    below: [below, number({ min: 0 })],
    above: [above, number({ min: 0 })],
  });
  return { low: expected * (1 - below), expected, high: expected * (1 + above) };
}

const END: Check = (problems, path, value) =>
  Math.abs(value as number) === Number.POSITIVE_INFINITY || number()(problems, path, value);
const ENDS = members({ low: END, expected: END, high: END });

/** Applies a function that never falls to all three figures. */
export function mapRange(range: Range, f: (value: number) => number): Range {
  requireAll("mapRange", { range: [range, ENDS], f: [f, method] });
  return { low: f(range.low), expected: f(range.expected), high: f(range.high) };
}

/** Sum of two figures whose errors have one cause (the low end of one goes with the low end of the other). */
export function addRanges(a: Range, b: Range): Range {
  requireAll("addRanges", { a: [a, ENDS], b: [b, ENDS] });
  return { low: a.low + b.low, expected: a.expected + b.expected, high: a.high + b.high };
}
