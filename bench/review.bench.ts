// The first review in a process of its own, of the built library, as who imports it sees it; and the next ones.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { buildBlueprint } from "../lib/blueprint/build";
import { loadBlueprint } from "../lib/blueprint/load";

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

const runs = process.argv.includes("--quick") ? 5 : 15;
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
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
  // In turns, since other programs share the machine.
  const measured = Array.from({ length: runs }, () => {
    const node = nodeSeconds();
    const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", PROGRAM, file], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return { node, ...(JSON.parse(stdout) as Seconds) };
  });
  const first = median(measured.map(({ node, cpu }) => cpu / node));
  const again = median(measured.map(({ cpu, again }) => again / cpu));
  slow ||= first > WANTED;
  console.log(
    `review of ${name}, first in a new process: ${first.toFixed(2)} x node's own start-up by processor time, ${WANTED} asked for (median of ${runs}); ${again.toFixed(2)} x that again`,
  );
}
rmSync(temp, { recursive: true });
process.exit(slow ? 1 : 0);
