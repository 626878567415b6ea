import type { Cluster } from "../model/model";
import { count, duration, percent, rangeOf, usd, watts } from "../review/report/quantity";
import { type Review, review } from "../review/review";
import { buildInMemory } from "./build-in-memory";
import { textTable } from "./text-table";

/** One line of the comparison: what it is, and how a design's value is written. */
const LINES: readonly (readonly [string, (cluster: Cluster, result: Review) => string | null | undefined])[] = [
  ["nodes", (c) => c.pools.map((p) => `${p.nodes.max} x ${p.instanceType}`).join(" + ")],
  ["bought", (c) => c.pools.map((p) => p.capacity.map(({ kind }) => kind).join(", then ")).join("; ")],
  ["days of the run", (_, { figures: f }) => f.run && rangeOf(f.run.days, count)],
  ["cost of the run", (_, { figures: f }) => f.run?.usd && rangeOf(f.run.usd, usd)],
  [
    "USD a million tokens",
    (_, { figures: f }) => f.run?.usdPerMillionTokens && rangeOf(f.run.usdPerMillionTokens, count),
  ],
  ["USD/h, all nodes up", (_, { figures: f }) => (f.cost.pricedOn ? count(f.cost.usdPerHour) : null)],
  ["USD/h, no node up", (_, { figures: f }) => (f.cost.pricedOn ? count(f.cost.usdPerHourIdle) : null)],
  ["priced on", (_, { figures: f }) => f.cost.pricedOn && `${f.cost.pricedOn.oldest} to ${f.cost.pricedOn.newest}`],
  ["layout", (_, { figures: f }) => f.training?.layout ?? null],
  ["fails every", (_, { figures: f }) => f.reliability && duration(f.reliability.hoursBetweenFailures.expected * 3600)],
  [
    "time spent training",
    (_, { figures: f }) => f.reliability && rangeOf(f.reliability.effectiveTrainingTime, percent),
  ],
  ["checkpoint every", (_, { figures: f }) => f.reliability && duration(f.reliability.intervalSeconds)],
  ["replicas needed", (_, { figures: f }) => f.serving?.replicasNeeded && rangeOf(f.serving.replicasNeeded, count)],
  [
    "first token",
    (_, { figures: f }) => (f.serving?.timeToFirstTokenSeconds ? duration(f.serving.timeToFirstTokenSeconds) : null),
  ],
  ["power at the site", (_, { figures: f }) => f.power && rangeOf(f.power.facilityWatts, watts)],
  ["energy of the run, MWh", (_, { figures: f }) => f.power?.energyMWh && rangeOf(f.power.energyMWh, count)],
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

/** Prints designs side by side: time, cost, risk, power. */
export function compareCommand(
  paths: readonly string[],
  options: { readonly set: readonly string[]; readonly json?: boolean },
): void {
  const designs = paths.map((path) => {
    const { cluster, loaded } = buildInMemory([path], options.set);
    return { path, cluster, result: review(cluster, { suppress: loaded.blueprint.acceptedFindings }) };
  });
  if (options.json) {
    const rows = designs.map(({ path, cluster, result: { verdict, counts, figures, findings } }) => ({
      blueprint: path,
      cluster: cluster.name,
      verdict,
      counts,
      figures,
      findings,
    }));
    console.log(JSON.stringify(rows, undefined, 2));
    return;
  }
  const rows = LINES.map(([title, text]) => [title, ...designs.map((d) => text(d.cluster, d.result) || "-")]);
  console.log(
    textTable(
      ["", ...paths],
      rows.filter(([, ...cells]) => cells.some((cell) => cell !== "-")),
    ),
  );
}
