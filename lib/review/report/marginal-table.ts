import { about, count, durationOfDays, rangeOf } from "../../units/quantity";
import type { MarginalChoice, MarginalFigures } from "../figures/marginal/marginal-choice";

/** Heading of the section. */
export const MARGINAL_TITLE = "More GPUs or better utilization";

/** What a change saves, or costs more. */
function saved(value: number | null, text: (value: number) => string): string {
  if (value === null) return "-";
  if (text(Math.abs(value)) === text(0)) return "0";
  return value > 0 ? text(value) : `-${text(-value)}`;
}

const isRun = ({ choices }: MarginalFigures) => choices.some(({ nodesNeeded }) => nodesNeeded === null);

/** Heads of the table: of a run, or of a service. */
export function marginalHead(figures: MarginalFigures): string[] {
  return isRun(figures)
    ? ["change", "time to train", "cost to train, USD", "time saved", "USD saved", "notes"]
    : ["change", "nodes needed", "USD/h", "USD/h saved", "notes"];
}

/** Columns of numbers. */
export const marginalNumbers = (figures: MarginalFigures): number[] => (isRun(figures) ? [1, 2, 3, 4] : [1, 2, 3]);

const runRow = ({ change, days: d, usd: cost, daysSaved, usdSaved, note }: MarginalChoice) => [
  change,
  d === null ? "-" : rangeOf(d, durationOfDays),
  cost === null ? "-" : rangeOf(cost, about),
  saved(daysSaved, durationOfDays),
  saved(usdSaved, about),
  note,
];

const serviceRow = ({ change, nodesNeeded, usdPerHour, usdSaved, note }: MarginalChoice) => [
  change,
  nodesNeeded === null ? "-" : count(nodesNeeded),
  usdPerHour === null ? "-" : about(usdPerHour),
  saved(usdSaved, about),
  note,
];

/** Rows of the table. */
export function marginalRows(figures: MarginalFigures): string[][] {
  return figures.choices.map(isRun(figures) ? runRow : serviceRow);
}

/** The answer in one sentence, with what the columns are. */
export function marginalIntro(figures: MarginalFigures): string {
  const compared = isRun(figures)
    ? "Each change on its own, compared with the current design; savings use expected values."
    : "Nodes that the service needs at the stated load, and only their cost.";
  return figures.answer === null ? compared : `${figures.answer}. ${compared}`;
}
