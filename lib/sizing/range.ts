/** A figure with its uncertainty: the real one is expected between `low` and `high`, most likely near `expected`. */
export interface Range {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** A range from its three figures in any order, as they come out of a function that falls. */
export function range(a: number, expected: number, b: number): Range {
  return { low: Math.min(a, expected, b), expected, high: Math.max(a, expected, b) };
}

/** A range without uncertainty: a count, or what follows by arithmetic alone. */
export function exactly(value: number): Range {
  return { low: value, expected: value, high: value };
}

/** A range from relative bounds: `around(100, 0.1, 0.2)` is 90 … 100 … 120. */
export function around(expected: number, below: number, above: number = below): Range {
  return { low: expected * (1 - below), expected, high: expected * (1 + above) };
}

/** Applies a function that never falls to all three figures. */
export function mapRange(range: Range, f: (value: number) => number): Range {
  return { low: f(range.low), expected: f(range.expected), high: f(range.high) };
}

/** Sum of two figures whose errors have one cause (the low end of one goes with the low end of the other). */
export function addRanges(a: Range, b: Range): Range {
  return { low: a.low + b.low, expected: a.expected + b.expected, high: a.high + b.high };
}
