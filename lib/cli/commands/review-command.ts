import { join, parse } from "node:path";
import { reviewBlueprint } from "../../blueprint/review-blueprint";
import { type Design, designOf } from "../../review/design";
import { reviewHtml } from "../../review/report/html/page";
import { reviewJson } from "../../review/report/json";
import { reviewMarkdown } from "../../review/report/markdown";
import type { Review } from "../../review/review";
import type { Severity } from "../../review/rule";
import { buildInMemory } from "../build-in-memory";
import { exitStatus } from "../fail-on";
import { writeHtml } from "../html-file";
import { withProgress } from "../progress";
import { forScreen } from "../terminal-text";

/** How a review is shown, and from which severity on it fails. */
export interface ReviewCommandOptions {
  readonly set: readonly string[];
  readonly json?: boolean;
  /** File for the report as a page. @default - none is written */
  readonly html?: string;
  readonly failOn: Severity;
}

interface Reviewed {
  readonly design: Design;
  readonly result: Review;
}

/** One page; of several regions one a region, with the cluster's name before the ending. */
function writePages(file: string, reviews: readonly Reviewed[]): void {
  for (const { design, result } of reviews) {
    const { dir, name, ext } = parse(file);
    const path = reviews.length === 1 ? file : join(dir, `${name}-${result.cluster}${ext}`);
    writeHtml("review", path, reviewHtml(design, result));
    console.error(`wrote ${path}`);
  }
}

/** The title and the verdict, the first two paragraphs of a report. */
function verdictOf(markdown: string): string {
  return markdown.split("\n\n").slice(0, 2).join("\n");
}

/** Prints a review, as Markdown where there is no terminal; the exit status is 1 where a finding is at least as severe as `failOn`. */
export function reviewCommand(paths: readonly string[], options: ReviewCommandOptions): number {
  const reviews = withProgress(`reviewing ${paths[0]}`, () => {
    const { stacks, loaded } = buildInMemory(paths, options.set);
    return stacks.map(({ cluster }) => {
      const design = designOf(cluster);
      return { design, result: reviewBlueprint(design, loaded.blueprint) };
    });
  });
  if (options.html !== undefined) writePages(options.html, reviews);
  const texts = reviews.map(({ result }) => (options.json ? reviewJson(result) : reviewMarkdown(result)).trimEnd());
  if (options.json) console.log(texts.length === 1 ? texts[0] : `[\n${texts.join(",\n")}\n]`);
  else {
    console.log(forScreen(`${texts.join("\n\n")}\n`));
    // What a person wants to know first has scrolled away by now.
    if (process.stdout.isTTY) for (const text of texts) console.log(forScreen(verdictOf(text)));
  }
  return Math.max(...reviews.map(({ result }) => exitStatus(result.counts, options.failOn)));
}
