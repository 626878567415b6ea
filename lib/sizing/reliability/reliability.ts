import { failureRecords, failuresPerNodeDay } from "../../catalog/failure-rates";
import { members, nullable, number, rangeOf, requireAll, requireProps, text } from "../inputs/check-shape";
import { type Range, range } from "../inputs/range";

const DAY_SECONDS = 86_400;

const NODES = number({ min: 1, whole: true });
const FAILURES = { min: 0, use: "use publishedFailureRate, about 0.004" } as const;
const RATES = rangeOf(FAILURES);
const SECONDS = rangeOf({ min: 0, unit: "s" });

const RECOVERY = members({
  nodes: NODES,
  perNodeDay: RATES,
  intervalSeconds: number({ above: 0, unit: "s", use: "use dalyInterval" }),
  stallSeconds: SECONDS,
  restartSeconds: SECONDS,
});

/**
 * Failures that stop a job, per node per day, as published: the median of the records of that accelerator family (of all, where
 * there are none), the lowest and highest of all records as the range.
 *
 * @param accelerator family or catalog name: `H100`, `H100-SXM-80GB`; null for any
 */
export function publishedFailureRate(accelerator: string | null): {
  readonly perNodeDay: Range;
  readonly records: readonly string[];
} {
  requireAll("publishedFailureRate", { accelerator: [accelerator, nullable(text)] });
  const all = failureRecords();
  const own = all.filter((r) => accelerator !== null && accelerator.split("-")[0] === r.accelerator);
  const used = own.length > 0 ? own : all;
  const rates = used.map(failuresPerNodeDay).sort((a, b) => a - b);
  const every = all.map(failuresPerNodeDay);
  const median = (rates[Math.floor((rates.length - 1) / 2)]! + rates[Math.ceil((rates.length - 1) / 2)]!) / 2;
  return {
    perNodeDay: range(Math.min(...every), median, Math.max(...every)),
    records: used.map((r) => r.name),
  };
}

/**
 * Failures a day of a job: nodes x rate.
 * @example 2,048 nodes at 3.79 failures a thousand node-days (Llama 3): 7.76 a day.
 */
export function failuresPerDay(nodes: number, perNodeDay: number): number {
  requireAll("failuresPerDay", { nodes: [nodes, NODES], perNodeDay: [perNodeDay, number(FAILURES)] });
  return nodes * perNodeDay;
}

/**
 * Mean time to failure of a job, s: 1 / (nodes x rate); infinite at rate 0. Nodes are in series: the first to fail stops it.
 * @example 2,048 nodes at 6.5 failures a thousand node-days (RSC-1): 1.8 hours.
 * @see https://arxiv.org/abs/2410.21680 section III
 */
export function meanTimeToFailure(nodes: number, perNodeDay: number): number {
  return DAY_SECONDS / failuresPerDay(nodes, perNodeDay);
}

/**
 * Interruptions to expect in a run: nodes x rate x days; the range adds what chance does to a count (1.96 standard
 * deviations of a Poisson number) to that of the rate.
 *
 * @example Llama 3: 2,048 nodes for 54 days at 3.79 in 1,000 node-days: 419.
 */
export function interruptionsInRun(nodes: number, perNodeDay: Range, days: number): Range {
  requireAll("interruptionsInRun", {
    nodes: [nodes, NODES],
    perNodeDay: [perNodeDay, RATES],
    days: [days, number({ min: 0, unit: "days" })],
  });
  const chance = (mean: number) => 1.96 * Math.sqrt(mean);
  const [low, expected, high] = [perNodeDay.low, perNodeDay.expected, perNodeDay.high].map((r) => nodes * r * days);
  return range(Math.max(0, low! - chance(low!)), expected!, high! + chance(high!));
}

/** How a long job runs and recovers. */
export interface RecoveryProps {
  readonly nodes: number;
  readonly perNodeDay: Range;
  /** Work between checkpoints, s. */
  readonly intervalSeconds: number;
  /** Training stands still for each checkpoint, s. */
  readonly stallSeconds: Range;
  /** From failure to the first new step: detection, replacing the node, start and restore, s. */
  readonly restartSeconds: Range;
}

function ettr(mttf: number, interval: number, stall: number, restart: number): number {
  if (!Number.isFinite(mttf)) return interval / (interval + stall);
  return interval / (mttf * Math.exp(restart / mttf) * Math.expm1((interval + stall) / mttf));
}

/**
 * Effective training time ratio (ETTR, goodput): share of the wall clock in which training makes headway that is kept.
 *
 * `t / (M e^(R/M) (e^((t+d)/M) - 1))`, t the work between checkpoints, d the stall, R the restart, M the mean time to
 * failure: Daly's expected wall clock with failures at random at any time, restarts included. To first order it is
 * Meta's `(1 - N r (R + t/2)) / (1 + d/t)`.
 *
 * @example 2,000 nodes of RSC-1 with checkpoints every 60 minutes and 5 minutes of restart: 0.72; every 5 minutes: 0.93.
 * Meta gives 0.7 and 0.93.
 * @see https://arxiv.org/abs/2410.21680 section III; Daly (2006), equation 20
 */
export function effectiveTrainingTime(p: RecoveryProps): Range {
  requireProps("effectiveTrainingTime", p, RECOVERY);
  const at = (end: "low" | "expected" | "high") =>
    ettr(meanTimeToFailure(p.nodes, p.perNodeDay[end]), p.intervalSeconds, p.stallSeconds[end], p.restartSeconds[end]);
  return range(at("high"), at("expected"), at("low"));
}

/** What failures cost. */
export interface LostWork {
  /** Work done again and time stood still for one failure, s: half an interval, and the restart. */
  readonly secondsPerFailure: Range;
  readonly failuresPerDay: Range;
  /** Node-hours lost a day, stalls for checkpoints not counted. */
  readonly nodeHoursPerDay: Range;
  /** Node-hours at the price given; null without one. */
  readonly usdPerDay: Range | null;
}

/**
 * Work lost to failures: failures per day x (interval / 2 + restart) x nodes. `usdPerNodeHour` null leaves the cost out.
 * @example BLOOM, 48 nodes, a checkpoint every 3 h: 1.5 h of work a failure, as its authors say.
 */
export function lostWork(p: RecoveryProps, usdPerNodeHour: number | null): LostWork {
  requireProps("lostWork", p, RECOVERY);
  const price = nullable(number({ min: 0, unit: "US dollars" }));
  requireAll("lostWork", { usdPerNodeHour: [usdPerNodeHour, price] });
  const ends = ["low", "expected", "high"] as const;
  const each = (f: (end: (typeof ends)[number]) => number) => range(f("low"), f("expected"), f("high"));
  const seconds = each((end) => p.intervalSeconds / 2 + p.restartSeconds[end]);
  const perDay = each((end) => failuresPerDay(p.nodes, p.perNodeDay[end]));
  const nodeHours = each((end) => (perDay[end] * seconds[end] * p.nodes) / 3600);
  return {
    secondsPerFailure: seconds,
    failuresPerDay: perDay,
    nodeHoursPerDay: nodeHours,
    usdPerDay: usdPerNodeHour === null ? null : each((end) => nodeHours[end] * usdPerNodeHour),
  };
}

/**
 * Spare nodes so that, with the given confidence, no job of `nodes` nodes waits for a repair: the smallest s with
 * P(nodes in repair <= s) >= confidence, nodes in repair being Poisson with mean nodes x rate x repair time (M/G/infinity,
 * so only the mean of the repair time counts).
 *
 * @example 128 nodes at 0.004 failures per node-day and 2 days of repair: mean 1.02, 4 spares for 99 %.
 */
export function spareNodes(nodes: number, perNodeDay: Range, repairHours: number, confidence: number): Range {
  requireAll("spareNodes", {
    nodes: [nodes, NODES],
    perNodeDay: [perNodeDay, RATES],
    repairHours: [repairHours, number({ min: 0, unit: "h" })],
    confidence: [confidence, number({ min: 0.5, max: 0.999999, use: "use 0.99" })],
  });
  const spares = (rate: number) => {
    const mean = nodes * rate * (repairHours / 24);
    let log = -mean; // log of the Poisson term, so that large means don't underflow
    let sum = Math.exp(log);
    let s = 0;
    while (sum < confidence && s < nodes + mean + 100) {
      s++;
      log += Math.log(mean) - Math.log(s);
      sum += Math.exp(log);
    }
    return s;
  };
  return range(spares(perNodeDay.low), spares(perNodeDay.expected), spares(perNodeDay.high));
}

/**
 * Interruptions an instance-hour from a probability a month, as the Spot Instance advisor gives it (< 5 %, 5-10 % …):
 * `-ln(1 - p) / 730`.
 * @example 10 % a month: 0.000144 an hour; a job of 16 nodes is interrupted every 433 hours.
 */
export function spotInterruptionsPerHour(monthlyProbability: number): number {
  requireAll("spotInterruptionsPerHour", {
    monthlyProbability: [monthlyProbability, number({ min: 0, max: 0.99, use: "use 0.1 for 10 % a month" })],
  });
  return -Math.log1p(-monthlyProbability) / 730;
}
