import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chartObjects } from "../../../lib/diff/chart-objects";

/** The workloads' chart of the stack "matrix" that was synthesized into a folder. */
export function workloadsOf(outdir: string) {
  const stack = join(outdir, "stacks", "matrix");
  const { resource } = JSON.parse(readFileSync(join(stack, "cdk.tf.json"), "utf8"));
  const releases = Object.values(resource.helm_release) as { name: string; chart: string; values: string[] }[];
  const { chart, values } = releases.find(({ name }) => name === "workloads")!;
  return chartObjects(join(stack, chart), values[0]!)!;
}
