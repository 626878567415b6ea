import type { Spread } from "../../lib/sizing/spread/published-spread";
import { relativeError, type ValidationRow } from "./row";
import { median } from "./section";
import { allSpreads, asStated, holds, withoutItsPublication } from "./spread";

/** What the table of families shows, and how its ranges came to be. */
const INTRO = [
  "## Families of estimates, and how wide their ranges are",
  "",
  "Each estimate of a training step, of serving or of memory belongs to a family, listed here from wide to narrow. The rows counted are those below that are held out.",
  "`range` is published over ours, in seconds (for throughput in tokens a second, for memory in bytes), and the stated range of an estimate is at least as wide as that of the narrowest",
  "family with rows. It covers nine in ten figures expected of the next publication, for nine in ten publications, and nine in ten of the figures of each publication known. Publications differ more from each other than",
  "the figures within one, so each publication counts once. The expectation needs six independent publications, or three in the widest family; a family with",
  "fewer takes it from the family above. No constant of an estimate is fitted to any of this: the expected figure stays what the formulas say.",
  "",
  "The last columns count the published figures in the range: of the `formulas` alone; as `stated` by the library; and `unread`, the range that the library would state",
  "without any figure of the same publication. **Only the last says how far to trust the range of a run of your own**, and a family of one or two",
  "publications says little: its range holds what is known, not what is to come. `whole-run` is what publishers state for runs with restarts and evaluation, which a review names beside the days of a run. Checks of a fabric (Slurm's, the acceptance program's) hold it to the formulas' range of a collective alone: what is slower is a fault to find. Where `unread` is below nine in ten, a review says next to the figure that no range is known.",
  "`memory-shown` is another quantity than `memory`: what the allocator took of a GPU, which nvidia-smi shows and ms-swift publishes, against what the run needs. It ends at the GPU's memory.",
] as const;

const percent = (value: number) => `${(value * 100).toFixed(0)} %`;

/** The figure under which nine in ten lie. */
const ninetieth = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.ceil(0.9 * values.length) - 1]!;

/** How a family's rows lie, each with its range of the same place in `rows`. */
function line({ family, low, high, rows, sources }: Spread, ...kinds: readonly (readonly ValidationRow[])[]): string {
  const own = (row: ValidationRow) =>
    row.set === "held out" && `${row.family?.join("/") ?? ""}/`.startsWith(`${family}/`);
  const errors = kinds[0]!.filter(own).map((row) => Math.abs(relativeError(row)));
  const held = kinds.map((kind) => kind.filter(own).filter(holds).length);
  return `| ${family} | ${rows} | ${sources} | ${percent(median(errors))} | ${percent(ninetieth(errors))} | ${low} – ${high} | ${held.join(" | ")} |`;
}

/** Families of estimates as a section of docs/validation.md. */
export function familiesMarkdown(rows: readonly ValidationRow[]): string {
  const stated = asStated(rows);
  const unread = withoutItsPublication(rows);
  return [
    ...INTRO,
    "",
    "| family | rows | publications | median error | 90th percentile | range | formulas | stated | unread |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ...allSpreads(rows).map((spread) => line(spread, rows, stated, unread)),
    "",
    "",
  ].join("\n");
}
