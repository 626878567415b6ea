import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { designOf } from "../review/design";
import { reviewFiles } from "../review/report/files";
import { reviewDesign } from "../review/review";
import type { Severity } from "../review/rule";
import { buildForSynth } from "./build-in-memory";
import { exitStatus } from "./fail-on";
import { withProgress } from "./progress";

export interface SynthCommandOptions {
  readonly set: readonly string[];
  readonly output: string;
  readonly json?: boolean;
  /** @default error */
  readonly failOn?: Severity;
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/**
 * Writes the Terraform of a blueprint, and its review beside it. The exit status is 1 where a finding is at least as severe as
 * `failOn`; the files are written all the same.
 */
export function synthCommand(paths: readonly string[], options: SynthCommandOptions): number {
  const { directory, files, result } = withProgress(`synthesizing ${paths[0]}`, () =>
    buildForSynth(paths, options.set, options.output, ({ app, cluster, loaded }) => {
      const design = designOf(cluster);
      const result = reviewDesign(design, loaded.blueprint.acceptedFindings);
      // All that can fail for what the blueprint says has run by now.
      const files = reviewFiles(design, result);
      app.synth();
      const directory = join(options.output, "stacks", loaded.blueprint.name);
      for (const [name, text] of Object.entries(files)) {
        writeFileSync(join(directory, name), text, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
      }
      return { directory, files: ["cdk.tf.json", ...Object.keys(files)], result };
    }),
  );
  const { verdict, counts } = result;
  console.log(
    options.json
      ? JSON.stringify({ directory, files, verdict, counts }, undefined, 2)
      : `${join(directory, "cdk.tf.json")}: ${verdict}, ${counted(counts.error, "error")}, ${counted(counts.warning, "warning")} (review.md says more)`,
  );
  return exitStatus(counts, options.failOn);
}
