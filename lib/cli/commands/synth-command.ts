import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reviewBlueprint } from "../../blueprint/review-blueprint";
import { designOf } from "../../review/design";
import { reviewFiles } from "../../review/report/files";
import type { Severity } from "../../review/rule";
import { buildForSynth } from "../build-in-memory";
import { exitStatus } from "../fail-on";
import { withProgress } from "../progress";

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
  const written = withProgress(`synthesizing ${paths[0]}`, () =>
    buildForSynth(paths, options.set, options.output, ({ app, stacks, loaded }) => {
      const reviewed = stacks.map(({ stack, cluster }) => {
        const design = designOf(cluster);
        const { verdict, counts, ...review } = reviewBlueprint(design, loaded.blueprint);
        const directory = join(options.output, "stacks", stack.node.id);
        return { directory, verdict, counts, files: reviewFiles(design, { verdict, counts, ...review }) };
      });
      // All that can fail for what the blueprint says has run by now.
      app.synth();
      return reviewed.map(({ files, ...stack }) => {
        for (const [name, text] of Object.entries(files)) {
          writeFileSync(join(stack.directory, name), text, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
        }
        return { ...stack, files: ["cdk.tf.json", ...Object.keys(files)] };
      });
    }),
  );
  if (options.json) {
    const all = written.map(({ directory, files, verdict, counts }) => ({ directory, files, verdict, counts }));
    console.log(JSON.stringify(all.length === 1 ? all[0] : all, undefined, 2));
  } else {
    for (const { directory, verdict, counts } of written) {
      console.log(
        `${join(directory, "cdk.tf.json")}: ${verdict}, ${counted(counts.error, "error")}, ${counted(counts.warning, "warning")} (details in review.md)`,
      );
    }
  }
  return Math.max(...written.map(({ counts }) => exitStatus(counts, options.failOn)));
}
