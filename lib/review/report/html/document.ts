import type { Review } from "../../review";
import { changesBetween } from "../changes";
import { whereOf } from "../where";
import { escaped } from "./markup";
import { table } from "./table";

/** What makes a page a document of a project; each is shown as given. */
export interface ReviewDocument {
  /** Day of the review, ISO 8601. @default - no date is shown */
  readonly date?: string;
  /** Who answers for the design. @default - left blank at the sign-off */
  readonly owner?: string;
  /** Commit of the repository that the design is in. @default - none is shown */
  readonly commit?: string;
  /** File that the design comes from, and the SHA-256 of its text. @default - none is shown */
  readonly source?: { readonly name: string; readonly sha256: string };
  /** Version of warpform. @default - none is shown */
  readonly version?: string;
  /** An earlier review of the same design, to show what has changed. @default - none is shown */
  readonly against?: Review;
}

/** What identifies the document, in one line. */
export function identity({ date, owner, commit, source, version }: ReviewDocument): string {
  const parts = [
    date,
    owner,
    source && `${source.name}, SHA-256 ${source.sha256.slice(0, 12)}`,
    commit && `commit ${commit}`,
    version && `warpform ${version}`,
  ].filter((text): text is string => text !== undefined && text !== "");
  return parts.length === 0 ? "" : `<p class="identity">${parts.map(escaped).join(" · ")}</p>`;
}

/** Verdict, figures and findings that differ from an earlier review. */
export function changesSince(before: Review, now: Review): string {
  const { figures, added, resolved } = changesBetween(before, now);
  const list = (heading: string, findings: Review["findings"]) =>
    findings.length === 0
      ? ""
      : `<h3>${heading}</h3><ul>${findings.map((f) => `<li><code>${escaped(f.rule)}</code> at <code>${escaped(whereOf(f))}</code>: ${escaped(f.severity)}</li>`).join("")}</ul>`;
  const rows = figures.map((row) => row.map(escaped));
  const changes = [
    table(["Figure", "Before", "Now"], rows),
    list("New findings", added),
    list("Resolved findings", resolved),
  ];
  return changes.join("") || "<p>No verdict, figure or finding has changed.</p>";
}

/** What was decided about each open error and warning, and who signs. */
export function decisions(review: Review, { owner, date }: ReviewDocument): string {
  const open = review.findings.filter(({ severity }) => severity !== "info");
  const rows = [...new Map(open.map((f) => [f.rule, f])).values()].map(({ rule, severity, title }) => [
    `<a href="#${escaped(rule)}">${escaped(title.replaceAll("`", ""))}</a>`,
    escaped(severity),
    "",
    "",
  ]);
  const sign = `<dl class="sign"><div><dt>Owner</dt><dd>${escaped(owner ?? "")}</dd></div><div><dt>Date</dt><dd>${escaped(date ?? "")}</dd></div><div><dt>Approved by</dt><dd></dd></div></dl>`;
  return `${table(["Open finding", "Severity", "Decision", "Responsible"], rows)}${sign}`;
}
