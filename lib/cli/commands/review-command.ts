import type { Alternative } from "../../review/report/html/alternatives";
import type { ReviewDocument } from "../../review/report/html/document";
import { reviewHtml } from "../../review/report/html/page";
import { reviewJson } from "../../review/report/json";
import { reviewMarkdown, verdictMarkdown } from "../../review/report/markdown";
import { reviewSarif } from "../../review/report/sarif";
import { reviewSummary } from "../../review/report/summary";
import type { Severity } from "../../review/rule";
import { exitStatus } from "../fail-on";
import { type DocumentOptions, documentOf } from "../review-document";
import { type Reviewed, reviewedInput } from "../reviewed-input";
import { withProgress } from "../terminal/progress";
import { forScreen } from "../terminal/terminal-text";
import { fileOf, requireOwnFiles, writeFile } from "../write-file";

/** How a review is shown, and from which severity on it fails. */
export interface ReviewCommandOptions extends DocumentOptions {
  readonly set: readonly string[];
  readonly json?: boolean;
  /** File for the report as a page. @default - none is written */
  readonly html?: string;
  /** Whether fixes that leave no choice are written to the blueprint first. @default false */
  readonly fix?: boolean;
  /** File for the findings at their lines, as SARIF. @default - none is written */
  readonly sarif?: string;
  /** File for a comment on a pull request, as Markdown. @default - none is written */
  readonly summary?: string;
  readonly failOn: Severity;
}

/** One page; of several regions one per region, with the cluster's name before the ending. */
function writePages(
  file: string,
  reviews: readonly Reviewed[],
  document: ReviewDocument,
  alternativesOf: (design: Reviewed["design"]) => Alternative[],
): void {
  for (const { design, result } of reviews) {
    const path = fileOf(file, reviews.length === 1 ? null : result.cluster);
    const alternatives = withProgress("ranking alternatives", () => alternativesOf(design));
    writeFile("review", "--html", path, reviewHtml(design, result, { document, alternatives }));
    console.error(`wrote ${path}`);
  }
}

/**
 * Prints the review of a blueprint, a site or Terraform, as Markdown where there is no terminal; the exit status is 1 where a
 * finding is at least as severe as `failOn`.
 */
export function reviewCommand(paths: readonly string[], options: ReviewCommandOptions): number {
  const { html, sarif, summary, against } = options;
  const inputs = against === undefined ? paths : [...paths, against];
  requireOwnFiles("review", inputs, { "--html": html, "--sarif": sarif, "--summary": summary });
  const { reviews, placeOf } = withProgress(`reviewing ${paths[0]}`, () => reviewedInput(paths, options));
  const document = documentOf(paths, options);
  if (html !== undefined) {
    const { alternativesOf } = require("../alternatives") as typeof import("../alternatives");
    writePages(html, reviews, document, alternativesOf);
  }
  if (sarif !== undefined) {
    const results = reviews.map(({ result }) => result);
    writeFile("review", "--sarif", sarif, reviewSarif(results, placeOf, document.version ?? ""));
    console.error(`wrote ${sarif}`);
  }
  if (summary !== undefined) {
    const texts = reviews.map(({ result }) => reviewSummary(result, document.against));
    writeFile("review", "--summary", summary, texts.join("\n"));
    console.error(`wrote ${summary}`);
  }
  const texts = reviews.map(({ result }) => (options.json ? reviewJson(result) : reviewMarkdown(result)).trimEnd());
  if (options.json) console.log(texts.length === 1 ? texts[0] : `[\n${texts.join(",\n")}\n]`);
  else {
    console.log(forScreen(`${texts.join("\n\n")}\n`));
    // What a person wants to know first has scrolled away by now.
    if (process.stdout.isTTY) for (const { result } of reviews) console.log(forScreen(verdictMarkdown(result)));
  }
  return Math.max(...reviews.map(({ result }) => exitStatus(result.counts, options.failOn)));
}
