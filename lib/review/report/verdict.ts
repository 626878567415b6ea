import { counted } from "../../units/quantity";
import type { Review, Verdict } from "../review";

/** The verdict and what counts against it, in the middle of a line: `not ready, 2 errors, 1 warning`. */
export function outcomeText(verdict: Verdict, { error, warning }: Pick<Review["counts"], "error" | "warning">): string {
  return `${verdict.replaceAll("-", " ")}, ${counted(error, "errors")}, ${counted(warning, "warnings")}`;
}

/** The verdict in one sentence, with what it rests on. */
export function verdictText(review: Review): string {
  const { error, warning, info } = review.counts;
  const checked = review.results.filter((r) => r.outcome !== "does-not-apply").length;
  const rest = `${counted(checked, "rules")} evaluated`;
  switch (review.verdict) {
    case "not-ready":
      return `Not ready: ${counted(error, "errors")}, ${counted(warning, "warnings")}; ${rest}`;
    case "ready-with-warnings":
      return `Ready, with ${counted(warning, "warnings")}; ${rest}`;
    case "ready":
      return `Ready: no errors or warnings${info > 0 ? `, ${counted(info, "notes")}` : ""}; ${rest}`;
  }
}
