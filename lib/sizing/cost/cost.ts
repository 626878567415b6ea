import { listOf, members, nullable, number, oneOf, rangeOf, requireAll, text } from "../inputs/check-shape";
import { type Range, range } from "../inputs/range";
import { EFFECTIVE_SHARE_RANGE } from "../inputs/ranges";

/** Hours of a month as AWS bills it: 8,760 / 12. */
export const HOURS_PER_MONTH = 730;

/** What a part of the bill is for. */
export type CostKind = "nodes" | "storage" | "nat" | "cross-az" | "egress" | "other";

/** One line of the bill. */
export interface CostItem {
  readonly name: string;
  readonly kind: CostKind;
  readonly usdPerHour: number;
}

const MONEY = number({ min: 0, unit: "US dollars" });
const KIND = oneOf(["nodes", "storage", "nat", "cross-az", "egress", "other"]);

function item(
  where: string,
  name: string,
  kind: CostKind,
  factors: Readonly<Record<string, number>>,
  perHour = 1,
): CostItem {
  const amount = number({ min: 0 });
  const checked = Object.entries(factors).map(
    ([path, value]) => [path, [value, path.startsWith("usd") ? MONEY : amount]] as const,
  );
  requireAll(where, { name: [name, text], kind: [kind, KIND], ...Object.fromEntries(checked) });
  return { name, kind, usdPerHour: Object.values(factors).reduce((a, b) => a * b, 1) * perHour };
}

/** Nodes at a price per hour each. @throws WarpformError for negative numbers */
export function nodesCost(name: string, nodes: number, usdPerNodeHour: number): CostItem {
  return item("nodesCost", name, "nodes", { nodes, usdPerNodeHour });
}

/** Storage at a price per GB-month (or TiB-month, whatever the price is per). @throws WarpformError for negative numbers */
export function storageCost(name: string, amount: number, usdPerUnitMonth: number): CostItem {
  return item("storageCost", name, "storage", { amount, usdPerUnitMonth }, 1 / HOURS_PER_MONTH);
}

/**
 * NAT gateways: each by the hour, and every GB through them.
 * @example one at 0.045 USD per hour and 100 GB per hour at 0.045: 4.545 USD per hour.
 */
export function natCost(gateways: number, usdPerHour: number, gbPerHour: number, usdPerGb: number): CostItem {
  const fixed = item("natCost", "NAT gateways", "nat", { gateways, usdPerHour });
  const data = item("natCost", "NAT gateways", "nat", { gbPerHour, usdPerGb });
  return { ...fixed, usdPerHour: fixed.usdPerHour + data.usdPerHour };
}

/**
 * Traffic between availability zones or out to the internet, by GB. Between zones AWS charges both ends: pass
 * the price of one direction twice over.
 */
export function transferCost(name: string, kind: "cross-az" | "egress", gbPerHour: number, usdPerGb: number): CostItem {
  return item("transferCost", name, kind, { gbPerHour, usdPerGb });
}

/** The bill by the hour. */
export interface HourlyCost {
  readonly usdPerHour: number;
  readonly usdPerMonth: number;
  readonly byKind: Readonly<Partial<Record<CostKind, number>>>;
  readonly items: readonly CostItem[];
}

const ITEMS = listOf(members({ name: text, kind: KIND, usdPerHour: MONEY }));

/**
 * Adds lines up. Exact: the prices are list prices, so the uncertainty is in what is bought for them.
 * @throws WarpformError for negative prices, or a kind that is not one of {@link CostKind}
 */
export function hourlyCost(items: readonly CostItem[]): HourlyCost {
  requireAll("hourlyCost", { items: [items, ITEMS] });
  const byKind: Partial<Record<CostKind, number>> = {};
  for (const { kind, usdPerHour } of items) byKind[kind] = (byKind[kind] ?? 0) + usdPerHour;
  const usdPerHour = items.reduce((sum, line) => sum + line.usdPerHour, 0);
  return { usdPerHour, usdPerMonth: usdPerHour * HOURS_PER_MONTH, byKind, items };
}

/** What a run costs. */
export interface RunCost {
  readonly hours: Range;
  readonly usd: Range;
  /** Of which paid for nothing: failures, restarts and stalls, and idle time before and after. */
  readonly idleUsd: Range;
  readonly usdPerMillionTokens: Range | null;
}

/**
 * Cost of a run: hours of work / effective training time, at the price per hour, and the hours that the cluster stands idle.
 *
 * @param workHours hours the run would take without failures
 * @param effectiveShare effective training time, 0 to 1 (see effectiveTrainingTime)
 * @param idleHours hours paid for besides the run
 * @param tokens tokens trained or served in it; null leaves the cost of a million out
 * @example MPT-7B: 440 A100 for 9.5 days at 2 USD per GPU-hour: 200,640 USD; its authors say about 200,000.
 */
export function runCost(
  usdPerHour: number,
  workHours: Range,
  effectiveShare: Range,
  idleHours = 0,
  tokens: number | null = null,
): RunCost {
  requireAll("runCost", {
    usdPerHour: [usdPerHour, MONEY],
    workHours: [workHours, rangeOf({ min: 0, unit: "h" })],
    effectiveShare: [effectiveShare, rangeOf(EFFECTIVE_SHARE_RANGE)],
    idleHours: [idleHours, number({ min: 0, unit: "h" })],
    tokens: [tokens, nullable(number({ above: 0 }))],
  });
  const hours = range(
    workHours.low / effectiveShare.high,
    workHours.expected / effectiveShare.expected,
    workHours.high / effectiveShare.low,
  );
  const each = (f: (end: "low" | "expected" | "high") => number) => range(f("low"), f("expected"), f("high"));
  const usd = each((end) => usdPerHour * (hours[end] + idleHours));
  return {
    hours,
    usd,
    idleUsd: each((end) => usdPerHour * (hours[end] - workHours[end] + idleHours)),
    usdPerMillionTokens: tokens === null ? null : each((end) => (usd[end] / tokens) * 1e6),
  };
}

/**
 * Cost of a million tokens at a throughput: price per hour / (tokens per second x 3600) x 10^6 / utilization.
 *
 * @param utilization share of the time that the throughput is used, 0 to 1
 * @example 8 USD per hour, 2,000 tokens/s, half used: 2.22 USD.
 */
export function costPerMillionTokens(usdPerHour: number, tokensPerSecond: Range, utilization: number): Range {
  requireAll("costPerMillionTokens", {
    usdPerHour: [usdPerHour, MONEY],
    tokensPerSecond: [tokensPerSecond, rangeOf({ above: 0, use: "use servingRate" })],
    utilization: [utilization, number({ above: 0, max: 1, use: "use 0.5 for half" })],
  });
  const at = (rate: number) => (usdPerHour / (rate * 3600 * utilization)) * 1e6;
  return range(at(tokensPerSecond.high), at(tokensPerSecond.expected), at(tokensPerSecond.low));
}
