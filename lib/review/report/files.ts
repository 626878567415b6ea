import type { Design } from "../design";
import type { Review } from "../review";
import { reviewHtml } from "./html/page";
import { reviewJson } from "./json";
import { reviewMarkdown } from "./markdown";
import { preflightScript } from "./preflight";

/** All that a review leaves beside the Terraform it judges, text by file name; those that end in `.sh` are programs. */
export function reviewFiles(design: Design, review: Review): Readonly<Record<string, string>> {
  return {
    "review.json": reviewJson(review),
    "review.md": reviewMarkdown(review),
    "review.html": reviewHtml(design, review),
    "quotas.json": `${JSON.stringify(review.quotas, null, 2)}\n`,
    "preflight.sh": preflightScript(design),
  };
}
