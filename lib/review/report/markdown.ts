import { count, counted } from "../../units/quantity";
import { raisedFirst } from "../quotas";
import type { Review } from "../review";
import type { Finding, Severity } from "../rule";
import { headlines, layoutText } from "./headline";
import { MARGINAL_TITLE, marginalHead, marginalIntro, marginalRows } from "./marginal-table";
import { cell } from "./markdown-cell";
import { PURCHASE_HEAD, purchaseIntro, purchaseRows } from "./purchase-table";
import { verdictText } from "./verdict";
import { whereOf } from "./where";

const HEADINGS: readonly (readonly [Severity, string])[] = [
  ["error", "Errors: fix these before you deploy"],
  ["warning", "Warnings: works, with a trade-off"],
  ["info", "Notes"],
];

function findingLines(finding: Finding): string {
  return [
    `### ${finding.rule} at \`${whereOf(finding)}\``,
    "",
    `${finding.title}.`,
    "",
    `- found: ${cell(finding.value)}`,
    `- expected: ${cell(finding.allowed)}`,
    `- fix: ${cell(finding.fix)}`,
    "",
  ].join("\n");
}

function numbers(review: Review): string[] {
  const lines = headlines(review).map((h) => `| ${cell(h.label)} | ${cell(h.value)} | ${cell(h.note)} |`);
  if (lines.length === 0) return [];
  const layout = layoutText(review.figures).map((line) => `- ${cell(line)}`);
  const plan = layout.length > 0 ? ["Parallelism plan:", "", ...layout, ""] : [];
  return ["## Numbers", "", "| figure | expected | range and basis |", "|---|---|---|", ...lines, "", ...plan];
}

function purchases({ figures }: Review): string[] {
  if (figures.purchases === null) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  const head = [line(PURCHASE_HEAD), `|${"---|".repeat(PURCHASE_HEAD.length)}`];
  return [
    "## Purchase options",
    "",
    purchaseIntro(figures.purchases),
    "",
    ...head,
    ...purchaseRows(figures.purchases).map(line),
    "",
  ];
}

function marginal({ figures: { marginal: of } }: Review): string[] {
  if (of === null) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  const head = marginalHead(of);
  return [
    `## ${MARGINAL_TITLE}`,
    "",
    marginalIntro(of),
    "",
    line(head),
    `|${"---|".repeat(head.length)}`,
    ...marginalRows(of).map(line),
    "",
  ];
}

function quotas(review: Review): string[] {
  if (review.quotas.length === 0) return [];
  const lines = raisedFirst(review.quotas).map(
    (q) =>
      `| ${cell(q.name)} | ${q.service} ${q.code} | ${counted(q.needed, q.unit)} | ${q.default === null ? "account-specific" : count(q.default)} |`,
  );
  return ["## Service quotas", "", "| quota | code | needed | default |", "|---|---|---|---|", ...lines, ""];
}

function assumptions(review: Review): string[] {
  if (review.assumptions.length === 0) return [];
  const lines = review.assumptions.map((a) => `- ${cell(a.text)} (${a.source})`);
  return ["## Assumptions and sources", "", ...lines, ""];
}

/** What is reviewed, and the verdict. */
const head = (review: Review) => [`# Design review of ${cell(review.cluster)}`, `**${verdictText(review)}**`] as const;

/** The verdict alone, in two lines. */
export const verdictMarkdown = (review: Review): string => head(review).join("\n");

/** The review as Markdown: for pull requests and terminals. */
export function reviewMarkdown(review: Review): string {
  const [title, verdict] = head(review);
  const parts = [title, "", verdict, "", ...numbers(review)];
  for (const [severity, heading] of HEADINGS) {
    const findings = review.findings.filter((f) => f.severity === severity);
    if (findings.length > 0) parts.push(`## ${heading}`, "", ...findings.map(findingLines));
  }
  if (review.suppressed.length > 0) {
    parts.push("## Accepted findings", "", "| rule | where | found | reason |", "|---|---|---|---|");
    for (const f of review.suppressed) {
      parts.push(`| ${f.rule} | ${cell(whereOf(f))} | ${cell(f.value)} | ${cell(f.reason)} |`);
    }
    parts.push("");
  }
  if (review.unusedSuppressions.length > 0) {
    parts.push("## Unused suppressions", "");
    for (const s of review.unusedSuppressions) parts.push(`- ${s.rule}${s.path ? ` at ${cell(s.path)}` : ""}`);
    parts.push("");
  }
  parts.push(...purchases(review), ...marginal(review), ...quotas(review), ...assumptions(review));
  return `${parts.join("\n").trimEnd()}\n`;
}
