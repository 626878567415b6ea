// Synthesizes a walk of random designs, each with two changes of the upgrade matrix at once, and prints what `warpform diff` says of
// each step: tsx walk-program.ts OUTDIR; WARPFORM_SEED chooses the walk, WARPFORM_UPGRADES its length
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { objectChanges } from "../../../../lib/diff/judge-objects";
import { WarpformError } from "../../../../lib/errors";
import { workloadsOf } from "../stack-chart";
import { both } from "./combined-cells";
import { everyCell } from "./upgrade-cells";
import { synthesize } from "./upgrade-cluster";

const seed = Number(process.env.WARPFORM_SEED ?? 15);
const length = Number(process.env.WARPFORM_UPGRADES ?? 12);

/** Numbers from 0 to 1 of the seed. @see https://github.com/bryc/code/blob/master/jshash/PRNGs.md (mulberry32) */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
let state = seed;

const out = process.argv[2]!;
mkdirSync(out, { recursive: true });
const base = join(out, "base");
synthesize(base, {});
let held = workloadsOf(base);
const cells = everyCell();
const pick = () => cells[Math.floor(random() * cells.length)]!;
const steps = Array.from({ length }, (_, i) => {
  const [[first, a], [second, b]] = [pick(), pick()];
  const title = `${i + 1}. ${first}, ${second}`;
  const folder = join(out, String(i));
  try {
    synthesize(folder, both(a, b));
  } catch (error) {
    if (!(error instanceof WarpformError)) throw error;
    return { title, refused: error.message };
  }
  const next = workloadsOf(folder);
  const there = objectChanges(held, next);
  // a release that is refused stays what it was
  if (!there.some(({ impact }) => impact === "release-refused")) held = next;
  return { title, folder, there };
});
console.log(JSON.stringify({ base, seed, steps }));
