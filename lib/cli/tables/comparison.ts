import type { Cluster } from "../../model/model";
import { priceDays } from "../../review/figures/price-days";
import { purchaseName } from "../../review/purchase-name";
import type { Review } from "../../review/review";
import type { Range } from "../../sizing/inputs/range";
import { count, duration, durationOfDays, percent, rangeOf, usd, watts } from "../../units/quantity";
import type { Market } from "./market-table";
import { bestOf, type RangeBars, type Table } from "./tables-page";

/** A design that is compared. */
export interface Compared {
  /** What tables call it. */
  readonly name: string;
  readonly cluster: Cluster;
  readonly result: Review;
  readonly market: Market | null;
}

type Design = Pick<Compared, "cluster" | "result">;

/** One line of the comparison: what it is, how a design's value is written, and which value is the better one. */
interface Line {
  readonly title: string;
  readonly text: (design: Design) => string | null | undefined;
  readonly value?: (design: Design) => number | null | undefined;
  /** @default lower */
  readonly better?: "higher";
  /** Whether it is a total of the workload, and says nothing beside another workload. */
  readonly isTotal?: true;
}

const expected = (range: Range | null | undefined) => range?.expected;

/** A line of figures with a range. */
const ranged = (
  title: string,
  of: (review: Review["figures"]) => Range | null | undefined,
  unit: (value: number) => string,
  more: Pick<Line, "better" | "isTotal"> = {},
): Line => ({
  title,
  text: ({ result: { figures } }) => {
    const range = of(figures);
    return range && rangeOf(range, unit);
  },
  value: ({ result: { figures } }) => expected(of(figures)),
  ...more,
});

const RUN_LINES: readonly Line[] = [
  ranged("time to train", (f) => f.run?.days, durationOfDays, { isTotal: true }),
  ranged("cost to train", (f) => f.run?.usd, usd, { isTotal: true }),
  ranged("cost of the hours used", (f) => (f.run?.prepaid ? f.run.usedUsd : null), usd, { isTotal: true }),
  ranged("cost per million tokens, USD", (f) => f.run?.usdPerMillionTokens, count),
];

const LINES: readonly Line[] = [
  { title: "verdict", text: ({ result }) => result.verdict.replaceAll("-", " ") },
  { title: "errors, warnings", text: ({ result: { counts } }) => `${counts.error}, ${counts.warning}` },
  { title: "nodes", text: ({ cluster }) => cluster.pools.map((p) => `${p.nodes.max} x ${p.instanceType}`).join(" + ") },
  {
    title: "purchase options",
    text: ({ cluster }) =>
      cluster.pools.map((p) => p.capacity.map(({ kind }) => purchaseName(kind)).join(", then ")).join("; "),
  },
  ...RUN_LINES,
  {
    title: "hourly cost, USD",
    text: ({ result: { figures: f } }) => (f.cost.usdPerHour > 0 ? count(f.cost.usdPerHour) : null),
    value: ({ result: { figures: f } }) => f.cost.usdPerHour || null,
  },
  {
    title: "idle cost per hour, USD",
    text: ({ result: { figures: f } }) => (f.cost.usdPerHour > 0 ? count(f.cost.usdPerHourIdle) : null),
    value: ({ result: { figures: f } }) => (f.cost.usdPerHour > 0 ? f.cost.usdPerHourIdle : null),
  },
  ranged("cost per unit, USD", (f) => f.run?.usdPerUnit, count),
  ranged("units per hour", (f) => f.batch?.unitsPerHour, count, { better: "higher" }),
  ranged("goodput", (f) => f.reliability?.effectiveTrainingTime, percent, { better: "higher" }),
  {
    title: "cluster MTBF",
    text: ({ result: { figures: f } }) => f.reliability && duration(f.reliability.hoursBetweenFailures.expected * 3600),
    value: ({ result: { figures: f } }) => f.reliability?.hoursBetweenFailures.expected,
    better: "higher",
  },
  {
    title: "checkpoint interval",
    text: ({ result: { figures: f } }) => f.reliability && duration(f.reliability.intervalSeconds),
  },
  ranged("replicas needed", (f) => f.serving?.replicasNeeded, count),
  {
    title: "TTFT (p95)",
    text: ({ result: { figures: f } }) =>
      f.serving?.timeToFirstTokenSeconds ? duration(f.serving.timeToFirstTokenSeconds) : null,
    value: ({ result: { figures: f } }) => f.serving?.timeToFirstTokenSeconds,
  },
  {
    title: "TPOT",
    text: ({ result: { figures: f } }) =>
      f.serving?.timePerOutputTokenSeconds ? duration(f.serving.timePerOutputTokenSeconds) : null,
    value: ({ result: { figures: f } }) => f.serving?.timePerOutputTokenSeconds,
  },
  ranged("facility power", (f) => f.power?.facilityWatts, watts),
  ranged("energy to train, MWh", (f) => f.power?.energyMWh, count, { isTotal: true }),
  { title: "parallelism plan", text: ({ result: { figures: f } }) => f.training?.layout },
  { title: "prices as of", text: ({ result: { figures: f } }) => priceDays(f.cost) },
  {
    title: "open findings",
    text: ({ result: { findings } }) =>
      [...new Set(findings.filter(({ severity }) => severity !== "info").map(({ rule }) => rule))].join(", "),
  },
];

/** Whether the designs are for one workload, so that totals can be compared. */
const sameWorkload = (designs: readonly Compared[]) =>
  new Set(designs.map(({ cluster: { workload } }) => JSON.stringify(workload))).size === 1;

/** Designs side by side; lines that say nothing of any are left out, and the best value of each is marked. */
export function comparisonTable(designs: readonly Compared[]): Table {
  const lines = LINES.filter(({ text }) => designs.some((design) => text(design)));
  const alike = sameWorkload(designs);
  return {
    title: null,
    head: ["", ...designs.map(({ name }) => name)],
    rows: lines.map(({ title, text }) => [title, ...designs.map((design) => text(design) || "-")]),
    best: lines.map(({ value, better, isTotal }) =>
      value === undefined || (isTotal && !alike)
        ? []
        : bestOf(
            designs.map((design) => value(design) ?? null),
            better ?? "lower",
          ).map((i) => i + 1),
    ),
  };
}

/** Time and cost with their ranges. */
export function comparisonBars(designs: readonly Compared[]): RangeBars[] {
  const of = (
    title: string,
    range: (f: Review["figures"]) => Range | null | undefined,
    text: (v: number) => string,
  ) => ({
    title,
    rows: designs.flatMap(({ name, result: { figures } }) => {
      const value = range(figures);
      return value ? [{ name, ...value, text: rangeOf(value, text) }] : [];
    }),
  });
  const hourly = (f: Review["figures"]) =>
    f.run || f.cost.usdPerHour === 0
      ? null
      : { low: f.cost.usdPerHour, expected: f.cost.usdPerHour, high: f.cost.usdPerHour };
  return [
    of("Time to train", (f) => f.run?.days, durationOfDays),
    of("Cost to train", (f) => f.run?.usd, usd),
    of("Hourly cost", hourly, usd),
  ].filter(({ rows }) => rows.length > 0);
}

/** Which is cheapest, which is fastest, and which are not ready; empty for one design. */
export function conclusion(designs: readonly Compared[]): string[] {
  if (designs.length < 2) return [];
  const least = (word: string, value: (d: Compared) => number | null | undefined, text: (v: number) => string) => {
    const best = bestOf(
      designs.map((design) => value(design) ?? null),
      "lower",
    );
    const one = best.length === 1 ? designs[best[0]!]! : null;
    return one === null ? [] : [`${word}: ${one.name} (${text(value(one)!)})`];
  };
  const failing = designs.filter(({ result }) => result.verdict === "not-ready");
  return [
    failing.length === 0
      ? `${designs.length === 2 ? "Both" : `All ${count(designs.length)}`} designs are ready.`
      : `Not ready: ${failing.map(({ name }) => name).join(", ")}.`,
    sameWorkload(designs)
      ? [
          ...least("lowest cost to train", ({ result: { figures } }) => figures.run?.usd?.expected, usd),
          ...least("shortest time to train", ({ result: { figures } }) => figures.run?.days.expected, durationOfDays),
          ...least(
            "lowest hourly cost",
            ({ result: { figures } }) => (figures.run ? null : figures.cost.usdPerHour || null),
            usd,
          ),
        ].join("; ")
      : "The designs have different workloads: compare rates and costs per token, not totals",
  ].flatMap((text) => (text === "" ? [] : [sentence(text)]));
}

/** A text with a capital and a full stop. */
const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
