import type { Review } from "../review";
import type { Finding, Severity } from "../rule";
import { verdictText } from "./verdict";

const HEADINGS: readonly (readonly [Severity, string])[] = [
  ["error", "Errors: fix these before you deploy"],
  ["warning", "Warnings: it works, at a price"],
  ["info", "Worth knowing"],
];

/** Text that a Markdown table takes as it is. */
function cell(value: unknown): string {
  return String(value ?? "none")
    .replace(/([\\|*_`<>[\]])/g, "\\$1")
    .replace(/\s*\n\s*/g, " ");
}

function findingLines(finding: Finding): string {
  return [
    `### ${finding.rule} at \`${finding.path}\``,
    "",
    `${finding.title}.`,
    "",
    `- found: ${cell(finding.value)}`,
    `- allowed: ${cell(finding.allowed)}`,
    `- fix: ${cell(finding.fix)}`,
    "",
  ].join("\n");
}

/** The review as Markdown: for pull requests and terminals. */
export function reviewMarkdown(review: Review): string {
  const parts = [`# Design review of ${cell(review.cluster)}`, "", `**${verdictText(review)}**`, ""];
  for (const [severity, heading] of HEADINGS) {
    const findings = review.findings.filter((f) => f.severity === severity);
    if (findings.length > 0) parts.push(`## ${heading}`, "", ...findings.map(findingLines));
  }
  if (review.suppressed.length > 0) {
    parts.push("## Accepted by the owner", "", "| rule | where | found | reason |", "|---|---|---|---|");
    for (const f of review.suppressed) {
      parts.push(`| ${f.rule} | ${cell(f.path)} | ${cell(f.value)} | ${cell(f.reason)} |`);
    }
    parts.push("");
  }
  if (review.unusedSuppressions.length > 0) {
    parts.push("## Suppressions that nothing needs", "");
    for (const s of review.unusedSuppressions) parts.push(`- ${s.rule}${s.path ? ` at ${cell(s.path)}` : ""}`);
    parts.push("");
  }
  return `${parts.join("\n").trimEnd()}\n`;
}
