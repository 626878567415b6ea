import { join } from "node:path";
import { reviewBlueprint } from "../../blueprint/review-blueprint";
import { writeReview } from "../../clouds/common/write-review";
import { designOf } from "../../review/design";
import { reviewFiles } from "../../review/report/files";
import { outcomeText } from "../../review/report/verdict";
import type { Severity } from "../../review/rule";
import { buildForSynth } from "../build-for-synth";
import { refuse } from "../command-error";
import { exitStatus } from "../fail-on";
import { plainCloud } from "../reviewed-input";
import { withProgress } from "../terminal/progress";
import { paragraph } from "../terminal/text-table";
import { synthExisting, type WrittenStack } from "./synth-existing";

export interface SynthCommandOptions {
  readonly set: readonly string[];
  readonly output: string;
  readonly json?: boolean;
  /** @default error */
  readonly failOn?: Severity;
}

/**
 * Writes the Terraform of a blueprint, and its review beside it. The exit status is 1 where a finding is at least as severe as
 * `failOn`; the files are written all the same.
 */
export function synthCommand(paths: readonly string[], options: SynthCommandOptions): number {
  const written = withProgress(`synthesizing ${paths[0]}`, () =>
    plainCloud(paths[0]!) === "kubernetes" ? [existing(paths, options)] : writtenStacks(paths, options),
  );
  if (options.json) {
    const all = written.map(({ directory, files, verdict, counts }) => ({ directory, files, verdict, counts }));
    console.log(JSON.stringify(all.length === 1 ? all[0] : all, undefined, 2));
  } else {
    for (const { directory, verdict, counts } of written) {
      console.log(
        paragraph(`${join(directory, "cdk.tf.json")}: ${outcomeText(verdict, counts)} (details in review.md)`),
      );
    }
  }
  return Math.max(...written.map(({ counts }) => exitStatus(counts, options.failOn)));
}

/** The stack of a cluster that exists, which takes no overlays and settings. */
function existing([file, ...overlays]: readonly string[], { set, output }: SynthCommandOptions): WrittenStack {
  if (overlays.length > 0 || set.length > 0)
    refuse(
      "synth",
      "not-allowed",
      overlays.length > 0 ? "overlay" : "--set",
      `overlays and --set are for blueprints of a cloud, and ${file} is an existing cluster; leave them out`,
    );
  return synthExisting(file!, output);
}

/** The stacks of a blueprint of a cloud. */
function writtenStacks(paths: readonly string[], options: SynthCommandOptions): WrittenStack[] {
  return buildForSynth(paths, options.set, options.output, ({ app, stacks, loaded }) => {
    const reviewed = stacks.map(({ stack, cluster }) => {
      const design = designOf(cluster);
      const { verdict, counts, ...review } = reviewBlueprint(design, loaded.blueprint);
      const directory = join(options.output, "stacks", stack.node.id);
      return { directory, verdict, counts, files: reviewFiles(design, { verdict, counts, ...review }) };
    });
    // All that can fail for what the blueprint says has run by now.
    app.synth();
    return reviewed.map(({ files, ...stack }) => {
      writeReview(stack.directory, files);
      return { ...stack, files: ["cdk.tf.json", ...Object.keys(files)] };
    });
  });
}
