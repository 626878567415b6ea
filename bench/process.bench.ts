// What a user waits for: the whole process that synthesizes a training stack, on the built library, against one that makes the
// same resources with the raw provider classes. In pairs, by processor time, since other programs share the machine.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A whole process may take so many times as long as one with raw classes. */
const WANTED = 1.15;

const library = join(__dirname, "../dist/lib/index.js");
if (!existsSync(library)) {
  console.log("whole process: not measured, since there is no build; npm run build makes one");
  process.exit(0);
}
const quick = process.argv.includes("--quick");
const temp = mkdtempSync(join(tmpdir(), "warpform-bench-"));
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Processor time of one run of a program, over all threads; s. */
function seconds(program: string, args: readonly string[]): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(__dirname, program), ...args], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  const { user, system } = JSON.parse(stdout) as NodeJS.CpuUsage;
  return (user + system) / 1e6;
}

for (const [pools, pairs] of [
  [1, quick ? 3 : 9],
  [10, quick ? 3 : 7],
  [100, quick ? 1 : 3],
] as const) {
  const [ours, raw] = [join(temp, `ours-${pools}`), join(temp, `raw-${pools}`)];
  const byLibrary = () => seconds("by-library.cjs", [library, ours, String(pools)]);
  byLibrary();
  const stack = join(ours, "stacks", "bench", "cdk.tf.json");
  const ratios = Array.from({ length: pairs }, () => byLibrary() / seconds("by-hand.cjs", [stack, raw]));
  console.log(
    `whole process with ${pools} pools / raw classes: ${median(ratios).toFixed(2)} x processor time, ${WANTED} asked for (median of ${pairs} pairs)`,
  );
}
rmSync(temp, { recursive: true });
