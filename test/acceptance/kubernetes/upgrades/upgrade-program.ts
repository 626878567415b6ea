// Synthesizes the cluster that all cells of the upgrade matrix start from and each cell's, and prints what `warpform diff` says of the
// way there and back: tsx upgrade-program.ts OUTDIR
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { objectChanges } from "../../../../lib/diff/judge-objects";
import { WarpformError } from "../../../../lib/errors";
import { workloadsOf } from "../stack-chart";
import { asOne, groupsOf } from "./combined-cells";
import { type Change, chosenCells, otherCells } from "./upgrade-cells";
import { synthesize } from "./upgrade-cluster";

const out = process.argv[2]!;
const folderOf = (i: number | "base") => join(out, String(i));
mkdirSync(out, { recursive: true });

synthesize(folderOf("base"), {});
const base = workloadsOf(folderOf("base"));
let made = 0;

/** A cell, or why it does not synthesize. */
function held([title, change]: readonly [string, Change]) {
  const folder = folderOf(made++);
  try {
    synthesize(folder, change);
  } catch (error) {
    return { title, refused: error as Error };
  }
  const other = workloadsOf(folder);
  return { title, folder, there: objectChanges(base, other), back: objectChanges(other, base) };
}

/** Cells in one upgrade; in two where they do not go together, or the release is refused with one of them. */
function together(group: readonly (readonly [string, Change])[]): ReturnType<typeof held>[] {
  const one = held(asOne(group));
  const fits =
    one.refused === undefined
      ? ![...one.there, ...one.back].some(({ impact }) => impact === "release-refused")
      : !(one.refused instanceof WarpformError);
  if (fits || group.length === 1) return [one];
  const half = Math.ceil(group.length / 2);
  return [...together(group.slice(0, half)), ...together(group.slice(half))];
}

const cells = [...chosenCells().map(held), ...groupsOf(otherCells()).flatMap(together)].map((cell) =>
  cell.refused === undefined ? cell : { title: cell.title, refused: cell.refused.message },
);
console.log(JSON.stringify({ base: folderOf("base"), cells }));
