// The first review in a process of its own, of the built library, as who imports it sees it; and the next ones.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { buildBlueprint } from "../lib/blueprint/build";
import { loadBlueprint } from "../lib/blueprint/load";
import { misses } from "./aims";

/** The first review, after load, may take so many times the processor time of node's own start-up. */
const WANTED = 1.25;

const library = join(__dirname, "../dist/lib/review/index.js");
if (!existsSync(library)) {
  console.log("review: not measured, since there is no build; npm run build makes one");
  process.exit(0);
}

const PROGRAM = `
const { review } = require(${JSON.stringify(library)});
const cluster = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
const once = () => {
  const before = process.cpuUsage();
  review(cluster);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};
const cpu = once();
let again = cpu;
for (let run = 0; run < 8; run++) again = Math.min(again, once());
console.log(JSON.stringify({ cpu, again }));
`;

interface Seconds {
  /** Processor time of the first, over all threads. */
  readonly cpu: number;
  /** The best of a few after the first. */
  readonly again: number;
}

const runs = process.argv.includes("--quick") ? 9 : 15;
/** What other programs on the machine took from a run only ever adds to it, so the least of several is nearest to the truth. */
const least = (values: readonly number[]): number => Math.min(...values);
/** Processor time in which node starts; s. */
function nodeSeconds(): number {
  const program = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6)";
  return Number(spawnSync(process.execPath, ["-e", program], { encoding: "utf8" }).stdout);
}

const temp = mkdtempSync(join(tmpdir(), "warpform-bench-"));
let slow = false;
for (const name of ["training-512-p5", "training-64-p6-b200", "training-16-p5"]) {
  const loaded = loadBlueprint([join(__dirname, "../examples/blueprints", `${name}.yaml`)]);
  const file = join(temp, `${name}.json`);
  writeFileSync(file, JSON.stringify(buildBlueprint(new App({ outdir: temp }), loaded).cluster));
  // In turns, since other programs share the machine; on a busy one again, until the least of both is found.
  const measured: (Seconds & { readonly node: number })[] = [];
  const first = (): number => least(measured.map(({ cpu }) => cpu)) / least(measured.map(({ node }) => node));
  do {
    for (let run = 0; run < runs; run++) {
      const node = nodeSeconds();
      const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", PROGRAM, file], { encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
      measured.push({ node, ...(JSON.parse(stdout) as Seconds) });
    }
  } while (first() > WANTED && measured.length < 4 * runs);
  const again = least(measured.map(({ again }) => again)) / least(measured.map(({ cpu }) => cpu));
  slow = misses(`review of ${name}`, first(), WANTED) || slow;
  console.log(
    `review of ${name}, first in a new process: ${first().toFixed(2)} x node's own start-up by processor time, ${WANTED} asked for (least of ${measured.length} each); ${again.toFixed(2)} x that again`,
  );
}
rmSync(temp, { recursive: true });
process.exit(slow ? 1 : 0);
