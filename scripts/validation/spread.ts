import { OWN_RANGE_ALONE, type Spread, widened, widenedInverse } from "../../lib/sizing/spread/published-spread";
import type { ValidationRow } from "./row";

/** One published figure of a family: the logarithm of published over ours. */
interface Sample {
  readonly source: string;
  readonly log: number;
}

/** 95th percentile of Student's t by degrees of freedom, which leaves a tenth outside on both sides together. */
const T_95 = [6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.8, 1.78, 1.77, 1.76, 1.75] as const;

/**
 * Publications without which a family says nothing of what the next one will publish: three for the widest, which has none above
 * it, six for the others, whose own interval would be wider than that of the family above for want of figures alone.
 */
const LEAST_SOURCES = { widest: 3, narrower: 6 } as const;

/** Share of a family's own figures that its range holds. */
const HELD = 0.9;

/** Both ends of a range, as logarithms. */
interface Ends {
  readonly low: number;
  readonly high: number;
}

/** A publication: the repository, paper or site, whatever its page or release. */
export function publicationOf(source: string): string {
  const bare = source.replace(/^https?:\/\//, "").replace(/^github\.com\//, "");
  if (bare.startsWith("docs.nvidia.com/nemo-framework")) return "NVIDIA/NeMo";
  const parts = bare.split(/[\s;,]/)[0]!.split("/");
  return bare.startsWith("arxiv.org") ? parts.join("/") : parts.slice(0, 2).join("/");
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The ends between which nine in ten figures lie, each publication with the same weight; few figures all lie between them. */
function ofOwnFigures(groups: readonly (readonly number[])[]): Ends {
  const weighted = groups.flatMap((logs) => logs.map((log) => ({ log, weight: 1 / logs.length / groups.length })));
  const end = (sign: 1 | -1) => {
    let outside = 0;
    for (const { log, weight } of [...weighted].sort((a, b) => sign * (a.log - b.log))) {
      outside += weight;
      if (outside > (1 - HELD) / 2 + 1e-9) return log;
    }
    return 0;
  };
  return { low: end(1), high: end(-1) };
}

function bySource(samples: readonly Sample[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const { source, log } of samples) groups.set(source, [...(groups.get(source) ?? []), log]);
  return [...groups.values()];
}

/**
 * Where nine in ten figures of a publication that nobody has seen are expected: publications differ from each other by more
 * than figures of one publication do, so each counts once (prediction interval of a model with random effects).
 *
 * @see https://doi.org/10.1111/j.1467-985X.2008.00552.x (Higgins, Thompson, Spiegelhalter, section 4)
 */
function ofNextPublication(groups: readonly (readonly number[])[]): Ends {
  const means = groups.map(mean);
  const center = mean(means);
  const k = groups.length;
  const between = means.reduce((sum, m) => sum + (m - center) ** 2, 0) / (k - 1);
  const within = mean(groups.map((logs, i) => mean(logs.map((log) => (log - means[i]!) ** 2))));
  const t = T_95[Math.min(k - 1, T_95.length) - 1]!;
  const half = t * Math.sqrt(between * (1 + 1 / k) + within);
  return { low: center - half, high: center + half };
}

const isIn = (family: readonly string[], path: readonly string[]) => family.every((part, i) => path[i] === part);

const samplesOf = (rows: readonly ValidationRow[], family: readonly string[]): Sample[] =>
  rows
    .filter((row) => row.set === "held out" && row.family && isIn(family, row.family))
    .map(({ source, published, predicted, inverse }) => ({
      source: publicationOf(source),
      log: Math.log(published / predicted.expected) * (inverse ? -1 : 1),
    }));

const rounded = (value: number, down: boolean) => (down ? Math.floor(value * 100) : Math.ceil(value * 100)) / 100;

/**
 * The spread of the narrowest family that has rows: where the next publication is expected, and where nine in ten of those known
 * lie. A family with too few publications ({@link LEAST_SOURCES}) takes the first from the family above it.
 */
export function spreadOf(rows: readonly ValidationRow[], path: readonly string[]): Spread {
  let found: Spread = OWN_RANGE_ALONE;
  let next: Ends = { low: 0, high: 0 };
  for (let depth = 1; depth <= path.length; depth++) {
    const family = path.slice(0, depth);
    const samples = samplesOf(rows, family);
    if (samples.length === 0) break;
    const groups = bySource(samples);
    if (groups.length >= LEAST_SOURCES[depth === 1 ? "widest" : "narrower"]) next = ofNextPublication(groups);
    const own = ofOwnFigures(groups);
    found = {
      family: family.join("/"),
      low: rounded(Math.exp(Math.min(0, next.low, own.low)), true),
      high: rounded(Math.exp(Math.max(0, next.high, own.high)), false),
      rows: samples.length,
      sources: groups.length,
    };
  }
  return found;
}

/** Spreads of all families with rows held out, from wide to narrow; one that says the same as the family above it is left out. */
export function allSpreads(rows: readonly ValidationRow[]): readonly Spread[] {
  const families = new Map<string, readonly string[]>();
  for (const { family = [], set } of rows)
    for (let depth = 1; set === "held out" && depth <= family.length; depth++)
      families.set(family.slice(0, depth).join("/"), family.slice(0, depth));
  const known = new Map([...families].map(([name, path]) => [name, spreadOf(rows, path)]));
  const saysNew = (name: string, { low, high, rows: count }: Spread) => {
    const above = known.get(name.slice(0, Math.max(0, name.lastIndexOf("/"))));
    return !above || above.low !== low || above.high !== high || above.rows !== count;
  };
  return [...known]
    .filter(([name, spread]) => saysNew(name, spread))
    .map(([, spread]) => spread)
    .sort((a, b) => (a.family < b.family ? -1 : 1));
}

const widenedBy = (row: ValidationRow, spread: Spread): ValidationRow => ({
  ...row,
  predicted: (row.inverse ? widenedInverse : widened)(row.predicted, spread),
});

/** Rows with the range of their families' rows, less those of a publication where one is left out. */
function widenedRows(
  rows: readonly ValidationRow[],
  leftOut: (row: ValidationRow) => string | null,
): readonly ValidationRow[] {
  const known = new Map<string, Spread>();
  return rows.map((row) => {
    if (!row.family) return row;
    const publication = leftOut(row);
    const key = `${publication} ${row.family.join("/")}`;
    const others = () => rows.filter(({ source }) => publicationOf(source) !== publication);
    const spread = known.get(key) ?? spreadOf(publication === null ? rows : others(), row.family);
    known.set(key, spread);
    return widenedBy(row, spread);
  });
}

/** Rows with the range that we would state had their own publication never been read. */
export const withoutItsPublication = (rows: readonly ValidationRow[]) =>
  widenedRows(rows, ({ source }) => publicationOf(source));

/** Rows with the range that the library states. */
export const asStated = (rows: readonly ValidationRow[]) => widenedRows(rows, () => null);
