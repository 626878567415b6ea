import type { Review } from "../review";

/** The review as JSON text: every figure and finding, for programs. Ends with a newline. */
export function reviewJson(review: Review): string {
  return `${JSON.stringify(review, null, 2)}\n`;
}
