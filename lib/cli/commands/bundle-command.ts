import { atLines } from "../../blueprint/at-lines";
import { readSiteBlueprint } from "../../blueprint/site-blueprint";
import { bundled } from "../../clouds/bundles";
import { outcomeText } from "../../review/report/verdict";
import { review } from "../../review/review";
import type { Severity } from "../../review/rule";
import { exitStatus } from "../fail-on";
import { inOutputFolder } from "../output-folder";
import { withProgress } from "../terminal/progress";
import { paragraph } from "../terminal/text-table";

export interface BundleCommandOptions {
  readonly output: string;
  readonly json?: boolean;
  readonly failOn: Severity;
}

/**
 * Writes the files of a cluster on premises, its review among them. The exit status is 1 where a finding is at least as severe as
 * `failOn`; the files are written all the same.
 */
export function bundleCommand(file: string, options: BundleCommandOptions): number {
  const { cluster, paths, verdict, counts } = withProgress(`writing ${file}`, () => {
    const bundle = atLines(file, (problems) => bundled(readSiteBlueprint(file, problems), file));
    inOutputFolder("bundle", "--output", options.output, () => bundle.write(options.output));
    return { ...bundle, ...review(bundle.cluster), cluster: bundle.cluster };
  });
  if (options.json)
    console.log(
      JSON.stringify({ cluster: cluster.name, directory: options.output, files: paths, verdict, counts }, undefined, 2),
    );
  else
    console.log(
      paragraph(
        `${options.output}: ${paths.length} files; ${outcomeText(verdict, counts)} (start with README.md, details in review.md)`,
      ),
    );
  return exitStatus(counts, options.failOn);
}
