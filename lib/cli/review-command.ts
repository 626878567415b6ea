import { designOf } from "../review/design";
import { reviewHtml } from "../review/report/html/page";
import { reviewJson } from "../review/report/json";
import { reviewMarkdown } from "../review/report/markdown";
import { reviewDesign } from "../review/review";
import type { Severity } from "../review/rule";
import { buildInMemory } from "./build-in-memory";
import { exitStatus } from "./fail-on";
import { writeHtml } from "./html-file";
import { withProgress } from "./progress";
import { forScreen } from "./terminal-text";

/** How a review is shown, and from which severity on it fails. */
export interface ReviewCommandOptions {
  readonly set: readonly string[];
  readonly json?: boolean;
  /** File for the report as a page. @default - none is written */
  readonly html?: string;
  readonly failOn: Severity;
}

/** Prints a review, as Markdown where there is no terminal; the exit status is 1 where a finding is at least as severe as `failOn`. */
export function reviewCommand(paths: readonly string[], options: ReviewCommandOptions): number {
  const { design, result } = withProgress(`reviewing ${paths[0]}`, () => {
    const { cluster, loaded } = buildInMemory(paths, options.set);
    const design = designOf(cluster);
    return { design, result: reviewDesign(design, loaded.blueprint.acceptedFindings) };
  });
  if (options.html !== undefined) writeHtml("review", options.html, reviewHtml(design, result));
  console.log(options.json ? reviewJson(result) : forScreen(reviewMarkdown(result)));
  return exitStatus(result.counts, options.failOn);
}
