import { priceDays } from "../figures/price-days";
import type { Review } from "../review";
import { changesBetween } from "./changes";
import { headlines } from "./headline";
import { cell } from "./markdown-cell";
import { verdictText } from "./verdict";

/** Figures that a summary shows, in this order, where the design has them. */
const SHOWN = [
  "Time to train",
  "Cost to train",
  "Time for all tasks",
  "Cost of all tasks",
  "Cost per million tokens",
  "Cost per million output tokens",
  "Replicas needed",
  "Hourly cost",
  "Goodput",
];

/** Findings of a summary at most; a comment on GitHub may have 65,536 characters. */
const MOST_FINDINGS = 30;

const row = (...cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** A review in a few lines, for a comment on a pull request: verdict, what has changed since `against`, errors and warnings. */
export function reviewSummary(review: Review, against?: Review): string {
  const lines = [`### Design review of ${cell(review.cluster)}`, "", `**${verdictText(review)}**`, ""];
  if (against === undefined) {
    const shown = headlines(review).filter(({ label }) => SHOWN.includes(label));
    if (shown.length > 0) lines.push(row("figure", "value"), row("---", "---"));
    lines.push(...shown.map(({ label, value }) => row(cell(label), cell(value))), "");
  } else {
    const { figures, added, resolved } = changesBetween(against, review);
    if (figures.length > 0) lines.push(row("figure", "before", "now"), row("---", "---", "---"));
    lines.push(...figures.map((texts) => row(...texts.map(cell))), "");
    const total = `${added.length} new, ${resolved.length} resolved`;
    lines.push(
      figures.length + added.length + resolved.length === 0
        ? "No figure or finding has changed."
        : `Findings: ${total}.`,
      "",
    );
  }
  const prices = priceDays(review.figures.cost);
  if (prices !== null) lines.push(`List prices of ${prices}.`, "");
  const severe = review.findings.filter(({ severity }) => severity !== "info");
  if (severe.length > 0) lines.push(row("severity", "finding", "where", "fix"), row("---", "---", "---", "---"));
  for (const { severity, rule, path, fix } of severe.slice(0, MOST_FINDINGS))
    lines.push(row(severity, cell(rule), cell(path), cell(fix)));
  if (severe.length > MOST_FINDINGS) lines.push("", `${severe.length - MOST_FINDINGS} more in the full review.`);
  return `${lines.join("\n").trimEnd()}\n`;
}
