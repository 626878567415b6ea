import { writeFileSync } from "node:fs";
import { Problems } from "../errors";
import { designOf } from "../review/design";
import { reviewHtml } from "../review/report/html/page";
import { reviewJson } from "../review/report/json";
import { reviewMarkdown } from "../review/report/markdown";
import { reviewDesign } from "../review/review";
import { SEVERITIES, type Severity } from "../review/rule";
import { buildInMemory } from "./build-in-memory";

/** How a review is shown, and from which severity on it fails. */
export interface ReviewCommandOptions {
  readonly set: readonly string[];
  readonly json?: boolean;
  /** File for the report as a page. @default - none is written */
  readonly html?: string;
  readonly failOn: Severity;
}

function writePage(file: string, page: string): void {
  try {
    writeFileSync(file, page);
  } catch (error) {
    const problems = new Problems();
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown error";
    problems.add(
      "not-allowed",
      "html",
      `html must be a file that can be written, got ${file} (${reason}); use one in a folder that exists`,
    );
    problems.throwIfAny("review");
  }
}

/** Prints a review; the exit status is 1 where a finding is at least as severe as `failOn`. */
export function reviewCommand(paths: readonly string[], options: ReviewCommandOptions): number {
  const { cluster, loaded } = buildInMemory(paths, options.set);
  const design = designOf(cluster);
  const result = reviewDesign(design, loaded.blueprint.acceptedFindings);
  if (options.html !== undefined) writePage(options.html, reviewHtml(design, result));
  console.log(options.json ? reviewJson(result) : reviewMarkdown(result));
  const counted = SEVERITIES.slice(0, SEVERITIES.indexOf(options.failOn) + 1);
  return counted.some((severity) => result.counts[severity] > 0) ? 1 : 0;
}
