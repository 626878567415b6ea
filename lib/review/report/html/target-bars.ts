import { span } from "../../../units/quantity";
import type { Headline } from "../headline-type";
import { isMet, type Met, marginText, type Target } from "../targets";
import { escaped, px } from "./markup";

const WORDS: Readonly<Record<Met, string>> = { met: "met", borderline: "borderline", missed: "missed" };
const WIDTH = 300;

/** A figure against its target: the range as a band, the expected value as a line in it, the limit as a line across. */
function bar(target: Target): string {
  const { value, limit, limitName, text, label, basis } = target;
  // A range without an upper end goes to the edge.
  const edge = 2 * Math.max(value.expected, limit);
  const high = Math.min(value.high, edge);
  const most = Math.max(high, limit) * 1.08;
  const at = (v: number) => px((v / most) * WIDTH);
  const met = isMet(target);
  const range = value.low === value.high ? text(value.expected) : span(value.low, value.high, text);
  const words = `${label}: ${text(value.expected)}, range ${range}; ${limitName} ${text(limit)}: ${WORDS[met]}`;
  const low = Math.min(value.low, high * 0.995);
  const picture = `<svg viewBox="0 0 ${WIDTH} 30" role="img" aria-label="${escaped(words)}"><rect class="track" x="0" y="10" width="${WIDTH}" height="10" rx="3"/><rect class="reach ${met}" x="0" y="10" width="${at(value.expected)}" height="10" rx="3"/><rect class="range ${met}" x="${at(low)}" y="6" width="${px(((high - low) / most) * WIDTH)}" height="18" rx="3"/><line class="limit" x1="${at(limit)}" x2="${at(limit)}" y1="1" y2="29"/></svg>`;
  return `<div class="target ${met}"><div class="what"><strong>${escaped(label)}</strong><span class="tag">${WORDS[met]}</span></div><div class="figure">${escaped(text(value.expected))}</div>${picture}<div class="note">${value.low === value.high ? "" : `${escaped(range)}; `}${escaped(`${marginText(target)}, ${text(limit)}${basis === undefined ? "" : `; ${basis}`}`)}</div></div>`;
}

/** Figures of a meeting that need no target to be of interest, in this order. */
const WITHOUT_TARGET = [
  "Cost to train",
  "Cost of all tasks",
  "Goodput",
  "Cluster MTBF",
  "Cost per million tokens",
  "Cost per million output tokens",
  "Hourly cost",
];
const SHOWN = 5;

/** A figure for which no target is given. */
function plain({ label, value, note }: Headline): string {
  return `<div class="target"><div class="what"><strong>${escaped(label)}</strong></div><div class="figure">${escaped(value)}</div><div class="note">${escaped(note.split("; ")[0] ?? "")}</div></div>`;
}

/** Five figures: those with a target first, then others that a meeting asks for. */
export function targetBars(targets: readonly Target[], others: readonly Headline[]): string {
  const rest = WITHOUT_TARGET.flatMap((label) => others.find((one) => one.label === label) ?? []);
  const shown = [...targets.map(bar), ...rest.map(plain)].slice(0, SHOWN);
  return shown.length === 0 ? "" : `<div class="targets">${shown.join("")}</div>`;
}
