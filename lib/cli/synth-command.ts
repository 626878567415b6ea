import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reviewJson } from "../review/report/json";
import { reviewMarkdown } from "../review/report/markdown";
import { review } from "../review/review";
import { buildInMemory } from "./build-in-memory";

/** Writes the Terraform of a blueprint, and its review beside it. */
export function synthCommand(
  paths: readonly string[],
  options: { readonly set: readonly string[]; readonly output: string },
): void {
  const { app, cluster, loaded } = buildInMemory(paths, options.set, options.output);
  const result = review(cluster, { suppress: loaded.blueprint.acceptedFindings });
  app.synth();
  const directory = join(options.output, "stacks", loaded.blueprint.name);
  writeFileSync(join(directory, "review.json"), reviewJson(result));
  writeFileSync(join(directory, "review.md"), reviewMarkdown(result));
  console.log(
    `${join(directory, "cdk.tf.json")}: ${result.verdict}, ${result.counts.error} errors, ${result.counts.warning} warnings (review.md says more)`,
  );
}
