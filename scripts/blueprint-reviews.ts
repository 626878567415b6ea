// Writes the review of each example blueprint beside it; a test holds the two together.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "cdktf";
import { buildBlueprint } from "../lib/blueprint/build";
import { loadBlueprint } from "../lib/blueprint/load";
import { reviewBlueprint } from "../lib/blueprint/review-blueprint";
import { type Design, designOf } from "../lib/review/design";
import { reviewMarkdown } from "../lib/review/report/markdown";
import type { Review } from "../lib/review/review";

export const blueprints = join(__dirname, "../examples/blueprints");

/** Names of the example blueprints. */
export function blueprintNames(): string[] {
  return readdirSync(blueprints)
    .sort()
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length));
}

/** A cluster of an example blueprint with its review. */
export interface Reviewed {
  readonly design: Design;
  readonly result: Review;
}

/** The clusters of an example blueprint with their reviews, one a stack, its accepted findings apart. */
export function reviewed(name: string): Reviewed[] {
  const loaded = loadBlueprint([join(blueprints, `${name}.yaml`)]);
  const { stacks } = buildBlueprint(new App({ outdir: join(tmpdir(), "warpform-blueprint-reviews") }), loaded);
  return stacks.map(({ cluster }) => {
    const design = designOf(cluster);
    return { design, result: reviewBlueprint(design, loaded.blueprint) };
  });
}

export const reviewsOf = (name: string): Review[] => reviewed(name).map(({ result }) => result);

/** The page of a blueprint's reviews. */
export function pageOf(reviews: readonly Review[]): string {
  return `${reviews.map((of) => reviewMarkdown(of).trimEnd()).join("\n\n")}\n`;
}

/** The README with its quote of an example's review, up to the last line that it quotes, as the review now is. */
export function withQuote(readme: string, review: string): string {
  return readme.replace(
    /(```text\n)# Design review of [\s\S]*?\n(```)/,
    (quote: string, fence: string, end: string) => {
      const last = quote.trimEnd().split("\n").at(-2)!.split("|")[1]!;
      const lines = review.split("\n");
      return `${fence}${lines.slice(0, 1 + lines.findIndex((line) => line.split("|")[1] === last)).join("\n")}\n${end}`;
    },
  );
}

if (require.main === module) {
  mkdirSync(join(blueprints, "reviews"), { recursive: true });
  for (const name of blueprintNames())
    writeFileSync(join(blueprints, "reviews", `${name}.md`), pageOf(reviewsOf(name)));
  const readme = join(__dirname, "../README.md");
  const quoted = readFileSync(join(blueprints, "reviews", "training-16-p5.md"), "utf8");
  writeFileSync(readme, withQuote(readFileSync(readme, "utf8"), quoted));
}
