// The first review in a process of its own, of the built library, as who imports it sees it; and the next ones.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { buildBlueprint } from "../lib/blueprint/build";
import { loadBlueprint } from "../lib/blueprint/load";

/** A review of the largest example must take so long at most, after load; s. */
const WANTED_SECONDS = 0.05;

const library = join(__dirname, "../dist/lib/review/index.js");
if (!existsSync(library)) {
  console.log("review: not measured, since there is no build; npm run build makes one");
  process.exit(0);
}

const PROGRAM = `
const { review } = require(${JSON.stringify(library)});
const cluster = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
const once = () => {
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  review(cluster);
  const wall = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1e6 };
};
const first = once();
let again = first.wall;
for (let run = 0; run < 8; run++) again = Math.min(again, once().wall);
console.log(JSON.stringify({ ...first, again }));
`;

interface Seconds {
  /** By the clock, which other programs on the machine slow. */
  readonly wall: number;
  /** Of the processor, over all threads. */
  readonly cpu: number;
  /** The best of a few after the first. */
  readonly again: number;
}

const runs = process.argv.includes("--quick") ? 5 : 15;
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const ratio = (seconds: number): string => (WANTED_SECONDS / seconds).toFixed(1);

const temp = mkdtempSync(join(tmpdir(), "warpform-bench-"));
let slow = false;
for (const name of ["training-512-p5", "training-64-p6-b200", "training-16-p5"]) {
  const loaded = loadBlueprint([join(__dirname, "../examples/blueprints", `${name}.yaml`)]);
  const file = join(temp, `${name}.json`);
  writeFileSync(file, JSON.stringify(buildBlueprint(new App({ outdir: temp }), loaded).cluster));
  const measured = Array.from({ length: runs }, () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", PROGRAM, file], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Seconds;
  });
  const [wall, cpu] = [median(measured.map((m) => m.wall)), median(measured.map((m) => m.cpu))];
  // Other programs share the machine: medians are printed as they are, but only what no run reached is a failure.
  slow ||= Math.min(...measured.flatMap((m) => [m.wall, m.cpu])) > WANTED_SECONDS;
  console.log(
    `review of ${name}, first in a new process: ${ratio(wall)} x as fast as the ${WANTED_SECONDS} s asked for by the clock, ${ratio(cpu)} x by processor time (medians of ${runs}); ${ratio(Math.min(...measured.map((m) => m.again)))} x again`,
  );
}
rmSync(temp, { recursive: true });
process.exit(slow ? 1 : 0);
