import { dayOf } from "../../../units/day-of";
import { count, counted, duration, durationOfDays, rangeOf, span } from "../../../units/quantity";
import type { Timeline } from "../../figures/timeline";
import { escaped } from "./markup";
import { bar, mark, strip } from "./strip";

const HEIGHT = 20;
/** Marks that can be told apart; more are shown as a band. */
const MOST_MARKS = 60;
/** Labels below the picture, from its start to its end. */
const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** A day of the run: its date where the start is known. */
function dayText(startsOn: string | null, day: number): string {
  if (startsOn === null) return `day ${Math.round(day)}`;
  return new Date(dayOf(startsOn) + Math.round(day) * 86_400_000).toISOString().slice(0, 10);
}

/** One line of the picture: a name, what it is in words, and its shapes. */
type Line = readonly [name: string, words: string, shapes: string];

function failureLine({ failures, run }: Timeline, at: (day: number) => number): Line[] {
  if (failures === null) return [];
  const number = Math.round(failures.expected);
  const marks =
    number > MOST_MARKS
      ? bar("failures", 0, at(run.expected), 4, 12)
      : Array.from({ length: number }, (_, i) =>
          mark("failure", at(((i + 0.5) * run.expected) / number), 3, HEIGHT - 3),
        ).join("");
  const range = span(Math.round(failures.low), Math.round(failures.high), count);
  const every = number > 0 ? `, one every ${durationOfDays(run.expected / failures.expected)}` : "";
  return [["Failures", `${number} expected (${range})${every}; shown evenly spaced`, marks]];
}

function lines(timeline: Timeline, at: (day: number) => number): Line[] {
  const { run, blocks, checkpoints, startsOn } = timeline;
  const blockLines = blocks.map(({ nodes, from, to, dated }): Line => {
    const dates = dated
      ? `${dayText(startsOn, from)} to ${dayText(startsOn, to)}`
      : `no dates given: ${counted(Math.round(to), "days")} cover the slow estimate`;
    return [
      "Capacity Block",
      `${nodes === null ? "" : `${counted(nodes, "nodes")}, `}${dates}`,
      bar(dated ? "block" : "block open", at(from), at(to), 4, 12),
    ];
  });
  const saves: Line[] = checkpoints
    ? [
        [
          "Checkpoints",
          `${count(checkpoints.number)}, one every ${duration(checkpoints.everySeconds)}`,
          bar("saves", 0, at(run.expected), 7, 6),
        ],
      ]
    : [];
  const training = bar("run", 0, at(run.expected), 4, 12) + bar("span", at(run.low), at(run.high), 1, 18);
  return [...blockLines, ["Run", rangeOf(run, durationOfDays), training], ...saves, ...failureLine(timeline, at)];
}

/** The run from its first day to its deadline, each part on a line of its own over the same days. */
export function timelinePicture(timeline: Timeline | null): string {
  if (timeline === null) return "";
  const { run, blocks, deadlineDays, startsOn } = timeline;
  const end = 1.02 * Math.max(run.high, deadlineDays ?? 0, ...blocks.map(({ to }) => to));
  const at = (day: number) => day / end;
  const limit = deadlineDays === null ? "" : mark("limit", at(deadlineDays), 0, HEIGHT);
  const grid = QUARTERS.map((q) => mark("grid", q, 0, HEIGHT)).join("");
  const rows = lines(timeline, at).map(
    ([name, words, shapes]) =>
      `<div class="row"><div class="what"><strong>${escaped(name)}</strong><span class="note">${escaped(words)}</span></div>${strip(`${name}: ${words}`, HEIGHT, grid + shapes + limit)}</div>`,
  );
  const axis = QUARTERS.map((q) => `<span>${dayText(startsOn, q * end)}</span>`).join("");
  const due =
    deadlineDays === null
      ? ""
      : `<p class="note"><span class="limiting">Red line</span>: deadline, ${escaped(startsOn === null ? `day ${count(deadlineDays)}` : `${dayText(startsOn, deadlineDays)}, day ${count(deadlineDays)}`)}. Day 0 is the ${startsOn === null ? "start of the run" : "start of the first Capacity Block"}.</p>`;
  return `<figure class="chart timeline">${rows.join("")}<div class="axis" aria-hidden="true">${axis}</div>${due}</figure>`;
}
