import type { Review } from "../../review";
import type { Finding, Rule, Severity } from "../../rule";
import { whereOf } from "../where";
import { breakable, escaped, sourceLinks, worded } from "./markup";
import { table } from "./table";

const HEADINGS: readonly (readonly [Severity, string])[] = [
  ["error", "Errors: fix these before you deploy"],
  ["warning", "Warnings: works, with a trade-off"],
  ["info", "Notes"],
];

const TAGS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** Where a rule does not hold: what is there, what would hold, and the way out. */
function breachOf(f: Finding): string {
  return `<dl><dt>Where</dt><dd><code>${breakable(escaped(whereOf(f)))}</code></dd><dt>Found</dt><dd>${escaped(String(f.value ?? "none"))}</dd><dt>Expected</dt><dd>${worded(f.allowed)}</dd><dt>Fix</dt><dd class="fix">${worded(f.fix)}</dd></dl>`;
}

/** All places of one rule: a list each, or where there are several a row each. */
function ruleCard(found: readonly [Finding, ...Finding[]], rule: Rule | undefined): string {
  const [{ severity, title, rule: id }] = found;
  const more =
    rule === undefined
      ? ""
      : `<details><summary>Why, and how to check it by hand</summary><p>${worded(rule.why)}</p><p>${worded(rule.verify)}</p><p class="source">${sourceLinks(rule.source)}</p></details>`;
  const rows = found.map((f) => [
    `<code>${breakable(escaped(whereOf(f)))}</code>`,
    escaped(String(f.value ?? "none")),
    worded(f.allowed),
    `<strong>${worded(f.fix)}</strong>`,
  ]);
  const places = found.length === 1 ? breachOf(found[0]) : table(["Where", "Found", "Expected", "Fix"], rows);
  const head = `<span class="tag">${TAGS[severity]}</span><h4>${worded(title)}</h4><code class="where">${escaped(id)}</code>${found.length === 1 ? "" : ` <span class="count">${found.length} findings</span>`}`;
  // A note opens when asked for, so that a page of notes is no wall; a link to it opens it too.
  return severity === "info"
    ? `<article class="finding info"><details><summary class="head">${head}</summary><div id="${escaped(id)}">${places}${more}</div></details></article>`
    : `<article class="finding ${severity}" id="${escaped(id)}"><header>${head}</header>${places}${more}</article>`;
}

/** Findings of one severity by rule, in the review's order. */
function byRule(all: readonly Finding[]): (readonly [Finding, ...Finding[]])[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of all) {
    const group = groups.get(finding.rule);
    if (group === undefined) groups.set(finding.rule, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

/** Open findings by severity, each rule once with all its places. */
export function findings(review: Review, rules: readonly Rule[]): string {
  return HEADINGS.map(([severity, heading]) => {
    const cards = byRule(review.findings.filter((f) => f.severity === severity)).map((found) =>
      ruleCard(
        found,
        rules.find((r) => r.id === found[0].rule),
      ),
    );
    return cards.length === 0 ? "" : `<h3 class="severity">${escaped(heading)}</h3>${cards.join("")}`;
  }).join("");
}
