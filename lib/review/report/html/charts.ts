import { count } from "../../../units/quantity";
import type { Part } from "../../figures/training";
import { escaped, px } from "./markup";
import { bar, mark, strip } from "./strip";

const WIDTH = 440;
/** Width of a digit of an axis. */
const DIGIT = 8;

/** A bar; `last` for what is no part of the order, such as the rest. */
export interface BarPart extends Part {
  readonly last?: boolean;
}

/** Horizontal bars, largest first, each below its name and its value in words. */
export function bars(title: string, parts: readonly BarPart[], text: (value: number) => string): string {
  const rows = [...parts].sort(
    (a, b) => Number(a.last ?? false) - Number(b.last ?? false) || b.value - a.value || (a.name < b.name ? -1 : 1),
  );
  const most = Math.max(...rows.map((r) => r.value), Number.MIN_VALUE);
  const lines = rows.map(({ name, value }) => {
    const words = `${title}, ${name}: ${text(value)}`;
    return `<div class="row"><div class="what"><span>${escaped(name)}</span><span class="figure">${escaped(text(value))}</span></div>${strip(words, 14, bar("bar", 0, value / most, 0, 14))}</div>`;
  });
  return `<figure class="chart"><figcaption>${escaped(title)}</figcaption>${lines.join("")}</figure>`;
}

/** One bar of all parts on top of one another, against a limit. */
export function stacked<P extends Part>(
  title: string,
  all: readonly P[],
  limit: { readonly name: string; readonly value: number } | null,
  text: (value: number) => string,
  colorOf: (part: P, index: number) => number = (_, i) => i % 7,
): string {
  const parts = all.filter(({ value }) => value > 0);
  const sum = parts.reduce((total, p) => total + p.value, 0);
  const whole = limit === null ? sum : Math.max(sum, limit.value) * 1.02;
  let from = 0;
  const blocks = parts.map((part, i) => {
    const to = from + part.value / whole;
    const block = bar(`s${colorOf(part, i)}`, from, to, 4, 30);
    from = to;
    return block;
  });
  const line = limit === null ? "" : mark("limit", limit.value / whole, 0, 38);
  const texts = parts.map(({ name, value }) => `${name}: ${text(value)}`);
  const legend = texts.map(
    (words, i) => `<li><span class="key ks${colorOf(parts[i]!, i)}"></span>${escaped(words)}</li>`,
  );
  const most = limit === null ? "" : `${limit.name}: ${text(limit.value)}`;
  const last = limit === null ? "" : `<li><span class="key limit"></span>${escaped(most)}</li>`;
  const words = `${title}: ${[...texts, ...(most === "" ? [] : [most])].join("; ")}`;
  return `<figure class="chart"><figcaption>${escaped(title)}</figcaption>${strip(words, 38, blocks.join("") + line)}<ul class="legend">${legend.join("")}${last}</ul></figure>`;
}

/** One point of a curve with its range. */
export interface CurvePoint {
  readonly x: number;
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** Round steps for an axis up to `most`: about four of them. */
function ticks(most: number): number[] {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= rough) ?? rough;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** A curve with its range as a band, and where it would be if it grew in proportion from its first point. */
export function curve(title: string, axis: { x: string; y: string }, points: readonly CurvePoint[]): string {
  const first = points[0];
  if (first === undefined) return "";
  const mostX = Math.max(...points.map((p) => p.x));
  const mostY = Math.max(...points.map((p) => p.high)) * 1.05;
  const left = 14 + DIGIT * Math.max(...ticks(mostY).map((y) => count(y).length));
  const [top, width, height] = [26, WIDTH - left - 20, 200];
  const sx = (x: number) => left + (x / mostX) * width;
  const sy = (y: number) => top + height - (y / mostY) * height;
  const path = (ys: (p: CurvePoint) => number) =>
    points.map((p, i) => `${i === 0 ? "M" : "L"}${px(sx(p.x))} ${px(sy(ys(p)))}`).join("");
  const back = [...points].reverse().map((p) => `L${px(sx(p.x))} ${px(sy(p.low))}`);
  const grid = ticks(mostY).map(
    (y) =>
      `<line class="grid" x1="${left}" x2="${left + width}" y1="${px(sy(y))}" y2="${px(sy(y))}"/><text x="${left - 8}" y="${px(sy(y) + 4)}" text-anchor="end">${escaped(count(y))}</text>`,
  );
  const xs = ticks(mostX).filter((x) => x > 0);
  const below = (xs.at(-1) === mostX ? xs : [...xs.filter((x) => x < mostX * 0.93), mostX]).map(
    (x) => `<text x="${px(sx(x))}" y="${top + height + 18}" text-anchor="middle">${escaped(count(x))}</text>`,
  );
  const perNode = Math.max(...points.map((p) => p.expected / p.x));
  const end = Math.min(mostX, mostY / perNode);
  const ideal = `<line class="ideal" x1="${px(sx(0))}" y1="${px(sy(0))}" x2="${px(sx(end))}" y2="${px(sy(end * perNode))}"/>`;
  const dots = points.map((p) => `<circle class="dot" cx="${px(sx(p.x))}" cy="${px(sy(p.expected))}" r="3.5"/>`);
  const names = `<text x="${left}" y="14">${escaped(axis.y)}</text><text x="${left + width}" y="${top + height + 36}" text-anchor="end">${escaped(axis.x)}</text>`;
  const key = `<text x="${left}" y="${top + height + 36}">band: range; dashed: linear scaling</text>`;
  const body = [
    ...grid,
    `<path class="band" d="${path((p) => p.high)}${back.join("")}Z"/>`,
    ideal,
    `<path class="curve" d="${path((p) => p.expected)}"/>`,
    ...dots,
    ...below,
    names,
    key,
  ];
  const words = points.map((p) => `${count(p.x)} ${axis.x}: ${count(p.expected)}`).join(", ");
  return figure(title, top + height + 46, body.join(""), words);
}

function figure(title: string, height: number, body: string, words: string): string {
  return `<figure class="chart"><figcaption>${escaped(title)}</figcaption><svg class="plot" viewBox="0 0 ${WIDTH} ${px(height)}" role="img" aria-label="${escaped(`${title}: ${words}`)}">${body}</svg></figure>`;
}
