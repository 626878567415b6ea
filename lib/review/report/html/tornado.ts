import { durationOfDays, span, usd } from "../../../units/quantity";
import type { Sensitivity, Swing } from "../../figures/sensitivity/swing";
import { escaped } from "./markup";
import { bar, mark, strip } from "./strip";

const TEXT: Readonly<Record<Sensitivity["figure"], (value: number) => string>> = {
  "Time to train": durationOfDays,
  "Cost to train": usd,
  "Replicas needed": (replicas) => `${Math.ceil(replicas)}`,
};

/** One figure with the assumptions that move it, the strongest first. */
function tornado({ figure, expected, swings }: Sensitivity): string {
  const text = TEXT[figure];
  const least = Math.min(expected, ...swings.map(({ value }) => value.low));
  const most = Math.max(expected, ...swings.map(({ value }) => value.high));
  const at = (value: number) => 0.02 + (0.96 * (value - least)) / (most - least);
  const row = ({ assumption, varied, value }: Swing) => {
    const ends = span(value.low, value.high, text);
    const shapes = [
      bar("better", at(value.low), at(expected), 3, 14),
      bar("worse", at(expected), at(value.high), 3, 14),
      mark("base", at(expected), 0, 20),
    ];
    const words = `${figure}, ${assumption} ${varied}: ${ends}`;
    return `<div class="row"><div class="what"><span>${escaped(assumption)} <span class="note">${escaped(varied)}</span></span><span class="figure">${escaped(ends)}</span></div>${strip(words, 20, shapes.join(""))}</div>`;
  };
  return `<figure class="chart"><figcaption>${escaped(`${figure}: ${text(expected)} expected`)}</figcaption>${swings.map(row).join("")}</figure>`;
}

/** What the result rests on most. */
export function tornados(all: readonly Sensitivity[]): string {
  if (all.length === 0) return "";
  const intro = "Each assumption varied on its own to both ends of its range; the strongest effect first.";
  return `<p>${intro}</p><div class="charts">${all.map(tornado).join("")}</div>`;
}
