import type { Review } from "../review";

const counted = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;

/** The verdict in one sentence, with what it rests on. */
export function verdictText(review: Review): string {
  const { error, warning, info } = review.counts;
  const checked = review.results.filter((r) => r.outcome !== "does-not-apply").length;
  const rest = `${checked} of ${counted(review.results.length, "rule")} apply`;
  switch (review.verdict) {
    case "not-ready":
      return `Not ready: ${counted(error, "error")}, ${counted(warning, "warning")}; ${rest}`;
    case "ready-with-warnings":
      return `Ready, with ${counted(warning, "warning")}; ${rest}`;
    case "ready":
      return `Ready: no errors or warnings${info > 0 ? `, ${counted(info, "note")}` : ""}; ${rest}`;
  }
}
