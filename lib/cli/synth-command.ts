import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { designOf } from "../review/design";
import { reviewFiles } from "../review/report/files";
import { reviewDesign } from "../review/review";
import { buildForSynth } from "./build-in-memory";

/** Writes the Terraform of a blueprint, and its review beside it. */
export function synthCommand(
  paths: readonly string[],
  options: { readonly set: readonly string[]; readonly output: string },
): void {
  const { app, cluster, loaded } = buildForSynth(paths, options.set, options.output);
  const design = designOf(cluster);
  const result = reviewDesign(design, loaded.blueprint.acceptedFindings);
  app.synth();
  const directory = join(options.output, "stacks", loaded.blueprint.name);
  for (const [name, text] of Object.entries(reviewFiles(design, result))) {
    writeFileSync(join(directory, name), text, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
  }
  console.log(
    `${join(directory, "cdk.tf.json")}: ${result.verdict}, ${result.counts.error} errors, ${result.counts.warning} warnings (review.md says more)`,
  );
}
