import type { Cluster } from "../../model/model";
import { priceDays } from "../../review/figures/price-days";
import type { Review } from "../../review/review";
import type { Severity } from "../../review/rule";
import { count, duration, percent, rangeOf, usd, watts } from "../../units/quantity";
import { refuse } from "../command-error";
import { exitStatus } from "../fail-on";
import { MARKET_HEAD, marketOf, marketRows } from "../market-table";
import { reviewedInput } from "../reviewed-input";
import { type Table, tablesPage } from "../tables-page";
import { withProgress } from "../terminal/progress";
import { textTable } from "../terminal/text-table";
import { writeFile } from "../write-file";

/** One line of the comparison: what it is, and how a design's value is written. */
const LINES: readonly (readonly [string, (cluster: Cluster, result: Review) => string | null | undefined])[] = [
  ["nodes", (c) => c.pools.map((p) => `${p.nodes.max} x ${p.instanceType}`).join(" + ")],
  ["purchase", (c) => c.pools.map((p) => p.capacity.map(({ kind }) => kind).join(", then ")).join("; ")],
  ["time of run, days", (_, { figures: f }) => f.run && rangeOf(f.run.days, count)],
  ["cost of run", (_, { figures: f }) => f.run?.usd && rangeOf(f.run.usd, usd)],
  ["cost of the time used", (_, { figures: f }) => f.run?.prepaid && f.run.usedUsd && rangeOf(f.run.usedUsd, usd)],
  [
    "USD per million tokens",
    (_, { figures: f }) => f.run?.usdPerMillionTokens && rangeOf(f.run.usdPerMillionTokens, count),
  ],
  ["USD/h, all nodes running", (_, { figures: f }) => (f.cost.usdPerHour > 0 ? count(f.cost.usdPerHour) : null)],
  ["USD/h, idle", (_, { figures: f }) => (f.cost.usdPerHour > 0 ? count(f.cost.usdPerHourIdle) : null)],
  ["prices as of", (_, { figures: f }) => priceDays(f.cost)],
  ["USD per unit", (_, { figures: f }) => f.run?.usdPerUnit && rangeOf(f.run.usdPerUnit, count)],
  ["units per hour", (_, { figures: f }) => f.batch && rangeOf(f.batch.unitsPerHour, count)],
  ["layout", (_, { figures: f }) => f.training?.layout ?? null],
  ["MTBF", (_, { figures: f }) => f.reliability && duration(f.reliability.hoursBetweenFailures.expected * 3600)],
  ["goodput", (_, { figures: f }) => f.reliability && rangeOf(f.reliability.effectiveTrainingTime, percent)],
  ["checkpoint interval", (_, { figures: f }) => f.reliability && duration(f.reliability.intervalSeconds)],
  ["replicas needed", (_, { figures: f }) => f.serving?.replicasNeeded && rangeOf(f.serving.replicasNeeded, count)],
  [
    "TTFT (p95)",
    (_, { figures: f }) => (f.serving?.timeToFirstTokenSeconds ? duration(f.serving.timeToFirstTokenSeconds) : null),
  ],
  ["facility power", (_, { figures: f }) => f.power && rangeOf(f.power.facilityWatts, watts)],
  ["energy of run, MWh", (_, { figures: f }) => f.power?.energyMWh && rangeOf(f.power.energyMWh, count)],
  ["verdict", (_, { verdict }) => verdict],
  ["errors, warnings", (_, { counts }) => `${counts.error}, ${counts.warning}`],
  [
    "risks",
    (_, { findings }) =>
      findings
        .filter(({ severity }) => severity !== "info")
        .map(({ rule }) => rule)
        .join(", "),
  ],
];

export interface CompareOptions {
  readonly set: readonly string[];
  readonly json?: boolean;
  /** File for the comparison as a page. @default - none is written */
  readonly html?: string;
  /** Sets what other clouds and marketplaces ask for the same accelerators beside each design. */
  readonly markets?: boolean;
  /** @default error */
  readonly failOn?: Severity;
}

/**
 * Prints designs side by side: time, cost, risk, power; with `markets` also what others ask for the same accelerators. The exit
 * status is 1 where a finding of a design is at least as severe as `failOn`.
 */
export function compareCommand(paths: readonly string[], options: CompareOptions): number {
  if (paths.length < 2 && !options.markets) {
    refuse(
      "compare",
      "required",
      "others",
      "compare needs at least two blueprints, or one with --markets; add another",
    );
  }
  const designs = paths.flatMap((file) => {
    const { reviews } = withProgress(`building ${file}`, () => reviewedInput([file], { set: options.set }));
    return reviews.map(({ design: { cluster }, result }) => {
      const path = reviews.length === 1 ? file : `${file} ${cluster.region}`;
      return { path, cluster, result, market: options.markets ? marketOf(cluster, result) : null };
    });
  });
  const rows = LINES.map(([title, text]) => [title, ...designs.map((d) => text(d.cluster, d.result) || "-")]);
  const tables: Table[] = [
    {
      title: null,
      head: ["", ...designs.map(({ path }) => path)],
      rows: rows.filter(([, ...cells]) => cells.some((cell) => cell !== "-")),
    },
    ...designs.flatMap(({ path, market }) =>
      market
        ? [
            {
              title: `${path}: ${market.accelerators} x ${market.accelerator}`,
              head: MARKET_HEAD,
              rows: marketRows(market),
            },
          ]
        : [],
    ),
  ];
  if (options.html !== undefined) {
    writeFile("compare", "html", options.html, tablesPage("Design comparison", tables));
    console.error(`wrote ${options.html}`);
  }
  if (options.json) {
    const all = designs.map(({ path, cluster, result: { verdict, counts, figures, findings }, market }) => ({
      blueprint: path,
      cluster: cluster.name,
      verdict,
      counts,
      figures,
      findings,
      ...(options.markets ? { market } : {}),
    }));
    console.log(JSON.stringify(all, undefined, 2));
  } else {
    const texts = tables.map(({ title, head, rows }) => (title ? `${title}\n\n` : "") + textTable(head, rows));
    console.log(texts.join("\n\n"));
  }
  return Math.max(...designs.map(({ result }) => exitStatus(result.counts, options.failOn)));
}
