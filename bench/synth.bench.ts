// Synth of the training example against the same resources written by hand with the raw provider classes; growth from 1 to 100
// pools; after loading, which process.bench.ts counts. Baseline and candidate are measured in turn, in one process, and ratios
// are of medians.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const quick = process.argv.includes("--quick");
const runs = quick ? 5 : 25;
const load = createRequire(__filename);

const milliseconds = (run: () => void): number => {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start) / 1e6;
};
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const warpform = load("../lib/index") as typeof import("../lib/index");
const { byHand } = load("./by-hand.cjs") as { byHand: (json: unknown, outdir: string) => () => void };
const byLibrary = load("./by-library.cjs") as {
  training: (library: typeof warpform, outdir: string, pools: number) => void;
};

const temp = mkdtempSync(join(tmpdir(), "warpform-bench-"));
const training = (pools: number): void => byLibrary.training(warpform, temp, pools);

training(1);
const raw = byHand(JSON.parse(readFileSync(join(temp, "stacks", "bench", "cdk.tf.json"), "utf8")), temp);
for (let warm = 0; warm < 3; warm++) {
  raw();
  training(1);
}
const library: number[] = [];
const baseline: number[] = [];
for (let run = 0; run < runs; run++) {
  baseline.push(milliseconds(raw));
  library.push(milliseconds(() => training(1)));
}
const growth = [1, 10, 100].map(
  (pools) => [pools, median(Array.from({ length: quick ? 3 : 7 }, () => milliseconds(() => training(pools))))] as const,
);
const perPool = (growth[2]![1] - growth[0]![1]) / 99;

console.log(
  `synth of the training example / the same resources by hand: ${(median(library) / median(baseline)).toFixed(2)} (median of ${runs} pairs)`,
);
console.log(
  `synth of 10 pools / of 1: ${(growth[1]![1] / growth[0]![1]).toFixed(2)}; of 100 / of 10: ${(growth[2]![1] / growth[1]![1]).toFixed(2)} (linear: at most 10)`,
);
console.log(`one more pool / synth of the example: ${(perPool / median(library)).toFixed(3)}`);
rmSync(temp, { recursive: true });
