import { OWN_RANGE_ALONE, type Spread, widened, widenedInverse } from "../../lib/sizing/spread/published-spread";
import type { ValidationRow } from "./row";

/** One published figure of a family: the logarithm of published over ours. */
interface Sample {
  readonly source: string;
  readonly log: number;
}

/** 95th percentile of Student's t by degrees of freedom, which leaves a tenth outside on both sides together. */
const T_95 = [6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.8, 1.78, 1.77, 1.76, 1.75] as const;

/** The same of the normal distribution. */
const Z_95 = 1.645;

/**
 * Publications without which a family says nothing of what the next one will publish: three for the widest, which has none above
 * it, six for the others, whose own interval would be wider than that of the family above for want of figures alone.
 */
const LEAST_SOURCES = { widest: 3, narrower: 6 } as const;

/** Share of a family's own figures that its range holds. */
const HELD = 0.9;

/** A spread before it is tried on figures of publications that have no part in it. */
type KnownSpread = Omit<Spread, "unread">;

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

/** The ends between which nine in ten figures of each publication lie; few figures all lie between them. */
function ofOwnFigures(groups: readonly (readonly number[])[]): Ends {
  const end = (logs: readonly number[], sign: 1 | -1) => {
    const sorted = [...logs].sort((a, b) => sign * (a - b));
    return sorted[Math.floor(((1 - HELD) / 2) * logs.length + 1e-9)]!;
  };
  return {
    low: Math.min(...groups.map((logs) => end(logs, 1))),
    high: Math.max(...groups.map((logs) => end(logs, -1))),
  };
}

function bySource(samples: readonly Sample[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const { source, log } of samples) groups.set(source, [...(groups.get(source) ?? []), log]);
  return [...groups.values()];
}

/**
 * Where nine in ten figures of a publication that nobody has seen are expected, for nine in ten such publications: they differ from
 * each other by more than figures of one publication do, so each counts once. The mean of the next one is expected in the prediction
 * interval of a model with random effects, and its figures around that as those of the others are around theirs.
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
  const half = t * Math.sqrt(between * (1 + 1 / k)) + Z_95 * Math.sqrt(within);
  return { low: center - half, high: center + half };
}

/** Whether a row's range holds the published figure. */
export const holds = ({ published, predicted: { low, high } }: ValidationRow): boolean =>
  published >= low - 1e-12 && published <= high + 1e-12;

const isIn = (family: readonly string[], path: readonly string[]) => family.every((part, i) => path[i] === part);

const samplesOf = (rows: readonly ValidationRow[], family: readonly string[]): Sample[] =>
  rows
    .filter((row) => row.set === "held out" && row.family && isIn(family, row.family))
    .map(({ source, published, predicted, inverse }) => ({
      source: publicationOf(source),
      log: Math.log(published / predicted.expected) * (inverse ? -1 : 1),
    }));

/**
 * An engine with default options is not expected to be faster than a tuned one, whose range it has besides its own: on that side
 * only what it has been seen to reach counts.
 */
function noFasterThanTuned([root = ""]: readonly string[], { low, high }: Ends): Ends {
  if (!root.includes("-by-default")) return { low, high };
  return root.startsWith("throughput") ? { low, high: 0 } : { low: 0, high };
}

const rounded = (value: number, down: boolean) => (down ? Math.floor(value * 100) : Math.ceil(value * 100)) / 100;

/**
 * The spread of the narrowest family that has rows: where the next publication is expected, and where nine in ten of those known
 * lie. A family with too few publications ({@link LEAST_SOURCES}) takes the first from the family above it.
 */
export function spreadOf(rows: readonly ValidationRow[], path: readonly string[]): KnownSpread {
  let found: KnownSpread = OWN_RANGE_ALONE;
  let next: Ends = { low: 0, high: 0 };
  for (let depth = 1; depth <= path.length; depth++) {
    const family = path.slice(0, depth);
    const samples = samplesOf(rows, family);
    if (samples.length === 0) break;
    const groups = bySource(samples);
    if (groups.length >= LEAST_SOURCES[depth === 1 ? "widest" : "narrower"]) next = ofNextPublication(groups);
    const own = ofOwnFigures(groups);
    const { low, high } = noFasterThanTuned(path, next);
    found = {
      family: family.join("/"),
      low: rounded(Math.exp(Math.min(0, low, own.low)), true),
      high: rounded(Math.exp(Math.max(0, high, own.high)), false),
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
  const alone = withoutItsPublication(rows);
  const unread = (path: readonly string[]) =>
    alone.filter((row) => row.set === "held out" && row.family && isIn(path, row.family) && holds(row)).length;
  const known = new Map([...families].map(([name, path]) => [name, spreadOf(rows, path)]));
  const saysNew = (name: string, { low, high, rows: count }: KnownSpread) => {
    const above = known.get(name.slice(0, Math.max(0, name.lastIndexOf("/"))));
    return !above || above.low !== low || above.high !== high || above.rows !== count;
  };
  return [...known]
    .filter(([name, spread]) => saysNew(name, spread))
    .map(([name, spread]) => ({ ...spread, unread: unread(families.get(name)!) }))
    .sort((a, b) => (a.family < b.family ? -1 : 1));
}

const widenedBy = (row: ValidationRow, spread: KnownSpread): ValidationRow => ({
  ...row,
  predicted: (row.inverse ? widenedInverse : widened)(row.predicted, spread),
});

/** Rows with the range of their families' rows, less those of a publication where one is left out. */
function widenedRows(
  rows: readonly ValidationRow[],
  leftOut: (row: ValidationRow) => string | null,
): readonly ValidationRow[] {
  const known = new Map<string, KnownSpread>();
  return rows.map((row) => {
    const publication = leftOut(row);
    const others = () => rows.filter(({ source }) => publicationOf(source) !== publication);
    const spread = (family: readonly string[]) => {
      const key = `${publication} ${family.join("/")}`;
      const found = known.get(key) ?? spreadOf(publication === null ? rows : others(), family);
      known.set(key, found);
      return found;
    };
    return [row.family, row.joined].reduce((all, path) => (path ? widenedBy(all, spread(path)) : all), row);
  });
}

/** Rows with the range that we would state had their own publication never been read. */
export const withoutItsPublication = (rows: readonly ValidationRow[]) =>
  widenedRows(rows, ({ source }) => publicationOf(source));

/** Rows with the range that the library states. */
export const asStated = (rows: readonly ValidationRow[]) => widenedRows(rows, () => null);
