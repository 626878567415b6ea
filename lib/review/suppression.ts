import { Problems } from "../errors";
import { listOf, members, optional, text } from "../sizing/inputs/check-shape";
import { nearest } from "../units/nearest";
import { currentRule, RENAMED_RULES } from "./renamed-rules";
import type { Finding, Rule } from "./rule";

/** A rule that the design's owner decided to live with, and why. It stays visible in every report. */
export interface Suppression {
  /** Id of the rule. */
  readonly rule: string;
  /** Why the finding is acceptable here; printed next to it. At least ten characters: "known" is no reason. */
  readonly reason: string;
  /**
   * Only findings at this path or below it.
   * @default - every finding of the rule
   */
  readonly path?: string;
}

/** A finding that a suppression covers. */
export interface SuppressedFinding extends Finding {
  readonly reason: string;
}

const SHORTEST_REASON = 10;

const LIST = listOf(members({ rule: text, path: optional(text) }));

/** Throws one error for all suppressions that name no rule or give no reason; `key` is where they were given. */
export function checkSuppressions(
  suppressions: readonly Suppression[],
  rules: readonly Rule[],
  key = "suppress",
  renamed = RENAMED_RULES,
): void {
  const problems = new Problems();
  if (!LIST(problems, key, suppressions)) problems.throwIfAny("review");
  const ids = rules.map((r) => r.id);
  suppressions.forEach((s, i) => {
    if (!ids.includes(currentRule(s.rule, renamed))) {
      const near = nearest(s.rule, ids);
      problems.add(
        "unknown-name",
        `${key}[${i}].rule`,
        `${key}[${i}].rule must be the ID of a review rule, got ${JSON.stringify(s.rule)}; ${near.length > 0 ? `nearest are ${near.join(", ")}` : "see docs/rules"}`,
      );
    }
    if (typeof s.reason !== "string" || s.reason.trim().length < SHORTEST_REASON) {
      problems.add(
        "required",
        `${key}[${i}].reason`,
        `${key}[${i}].reason must explain in at least ${SHORTEST_REASON} characters why ${s.rule} is acceptable here, got ${JSON.stringify(s.reason)}; give the reason that a reviewer needs`,
      );
    }
  });
  problems.throwIfAny("review");
}

function covers(suppression: Suppression, finding: Finding, renamed: typeof RENAMED_RULES): boolean {
  if (currentRule(suppression.rule, renamed) !== finding.rule) return false;
  const { path } = suppression;
  return path === undefined || finding.path === path || finding.path.startsWith(`${path}.`);
}

/** Divides findings into open and suppressed ones, and names the suppressions that nothing needed. */
export function applySuppressions(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
  renamed = RENAMED_RULES,
): { open: Finding[]; suppressed: SuppressedFinding[]; unused: Suppression[] } {
  const open: Finding[] = [];
  const suppressed: SuppressedFinding[] = [];
  for (const finding of findings) {
    const by = suppressions.find((s) => covers(s, finding, renamed));
    if (by) suppressed.push({ ...finding, reason: by.reason });
    else open.push(finding);
  }
  const unused = suppressions.filter((s) => !findings.some((f) => covers(s, f, renamed)));
  return { open, suppressed, unused };
}
