import { refuse } from "./command-error";
import { likeliest } from "./likeliest";
import { ruleIds, ruleOf } from "./rule-files";

/** Prints what a rule is about. */
export function explainCommand(id: string, { json }: { readonly json?: boolean } = {}): void {
  const rule = ruleOf(id);
  if (rule === undefined) {
    const near = likeliest(id, ruleIds());
    const advice = near.length > 0 ? `did you mean ${near.join(", ")}` : `the rules are ${ruleIds().join(", ")}`;
    refuse("explain", "unknown-name", "rule", `there is no rule "${id}"; ${advice}`);
  }
  if (json) {
    const { check: _, ...facts } = rule;
    console.log(JSON.stringify(facts, undefined, 2));
    return;
  }
  console.log(
    `${rule.id} (${rule.severity})\n\n${rule.title}\n\nWhy: ${rule.why}\n\nFix: ${rule.fix}\n\nVerify: ${rule.verify}\n\nSource: ${rule.source}`,
  );
}
