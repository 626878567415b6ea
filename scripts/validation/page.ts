import { relativeError, type ValidationRow } from "./row";

const number = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)));

const percent = (value: number): string => {
  const rounded = (value * 100).toFixed(1);
  return rounded === "0.0" || rounded === "-0.0" ? "0 %" : `${value > 0 ? "+" : ""}${rounded} %`;
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
};

const escapeCell = (text: string): string => text.replaceAll("|", "\\|");

/** How many published figures lie in the range that we state, of those for which we state one. */
function inRange(rows: readonly ValidationRow[]): string {
  const ranged = rows.filter(({ predicted, set }) => predicted.low < predicted.high && set !== "inconsistent");
  if (ranged.length === 0) return "–";
  const held = ranged.filter(({ predicted, published }) => published >= predicted.low && published <= predicted.high);
  return `${held.length} of ${ranged.length}`;
}

/** One line a section: rows, median and largest error, how many within the aim and the range. Contradictory rows don't count. */
function summary(sections: ReadonlyMap<string, readonly ValidationRow[]>, unread: readonly ValidationRow[]): string[] {
  const lines = [...sections].map(([title, all]) => {
    const rows = all.filter((row) => row.set !== "inconsistent");
    if (rows.length === 0) return `| ${title} | ${all.length} | 0 | – | – | – | – | – |`;
    const errors = rows.map((row) => Math.abs(relativeError(row)));
    const within = rows.filter((row, i) => errors[i]! <= row.aim + 1e-9).length;
    const heldOut = rows.filter((row) => row.set === "held out").length;
    return `| ${title} | ${all.length} | ${heldOut} | ${percent(median(errors)).replace("+", "")} | ${percent(Math.max(...errors)).replace("+", "")} | ${within} of ${rows.length} | ${inRange(rows)} | ${inRange(unread.filter(({ section }) => section === title))} |`;
  });
  return [
    "| part | rows | held out | median error | largest | within the aim | in our range | unread |",
    "|---|--:|--:|--:|--:|--:|--:|--:|",
    ...lines,
  ];
}

function table(rows: readonly ValidationRow[]): string[] {
  const lines = rows.map((row) => {
    const { low, expected, high } = row.predicted;
    const range = low === high ? "exact" : `${number(low)} – ${number(high)}`;
    const unit = row.unit === "" ? "" : ` ${row.unit}`;
    const note = row.note ? `<br>${escapeCell(row.note)}` : "";
    return `| ${escapeCell(row.name)}${note} | ${number(row.published)}${unit} | ${number(expected)} | ${range} | ${percent(relativeError(row))} | ${row.set} |`;
  });
  return ["| | published | ours | range | error | set |", "|---|--:|--:|--:|--:|---|", ...lines];
}

/**
 * The page of predicted against published; `intros` say by section what to know of its figures, `unread` has the ranges of rows
 * had their own publication never been read.
 */
export function validationPage(
  rows: readonly ValidationRow[],
  unread: readonly ValidationRow[],
  intros: ReadonlyMap<string, string> = new Map(),
): string {
  const sections = new Map<string, ValidationRow[]>();
  for (const row of rows) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  const parts = [...sections].flatMap(([title, own]) => [
    `## ${title}`,
    "",
    ...(intros.has(title) ? [intros.get(title)!, ""] : []),
    ...[...new Set(own.map((row) => row.source))].map((source) => `Source: ${source}`),
    "",
    ...table(own),
    "",
  ]);
  return [
    "# Predicted against published",
    "",
    "Written by `npm run validation`; do not edit. A row is *calibrated* where its figure helped to set a constant, *held out*",
    "where it did not, and *inconsistent* where the publication contradicts itself: such rows are shown and not counted.",
    `Of the published figures for which we state a range, ${inRange(rows)} lie in it; ${inRange(unread)} would, had we read none of the same`,
    "publication (`unread`), which is what to expect of a run of your own.",
    "",
    ...summary(sections, unread),
    "",
    ...parts,
  ].join("\n");
}
