// Synthesizes the cluster that all cells of the upgrade matrix start from and each cell's, and prints what `warpform diff` says of the
// way there and back: tsx upgrade-program.ts OUTDIR
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { objectChanges } from "../../../../lib/diff/judge-objects";
import { workloadsOf } from "../stack-chart";
import { chosenCells } from "./upgrade-cells";
import { synthesize } from "./upgrade-cluster";

const out = process.argv[2]!;
const folderOf = (i: number | "base") => join(out, String(i));
mkdirSync(out, { recursive: true });

synthesize(folderOf("base"), {});
const base = workloadsOf(folderOf("base"));
const cells = chosenCells().map(([title, change], i) => {
  try {
    synthesize(folderOf(i), change);
  } catch (error) {
    return { title, refused: (error as Error).message };
  }
  const other = workloadsOf(folderOf(i));
  return { title, folder: folderOf(i), there: objectChanges(base, other), back: objectChanges(other, base) };
});
console.log(JSON.stringify({ base: folderOf("base"), cells }));
