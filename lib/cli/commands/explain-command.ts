import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { currentRule } from "../../review/renamed-rules";
import type { Rule } from "../../review/rule";
import { refuse } from "../command-error";
import { ruleIds, ruleOf } from "../rule-files";
import { didYouMean } from "../terminal/did-you-mean";
import { paragraph, textTable } from "../terminal/text-table";

/** Prints what a rule is about; without an id, all rules. */
export function explainCommand(id: string | undefined, { json }: { readonly json?: boolean } = {}): void {
  if (id === undefined) {
    listRules(json ?? false);
    return;
  }
  const rule = ruleOf(currentRule(id));
  if (rule === undefined) {
    const near = didYouMean(id, ruleIds());
    const advice = near.length > 0 ? `did you mean ${near.join(", ")}` : "warpform explain lists all rules";
    refuse("explain", "unknown-name", "rule", `unknown rule "${id}"; ${advice}`);
  }
  if (json) {
    const { check: _, ...facts } = rule;
    console.log(JSON.stringify(facts, undefined, 2));
    return;
  }
  console.log(
    paragraph(
      `${rule.id} (${rule.severity})\n\n${rule.title}\n\nWhy: ${rule.why}\n\nFix: ${rule.fix}\n\nVerify: ${rule.verify}\n\nSource: ${rule.source}`,
    ),
  );
}

type ListedRule = Pick<Rule, "id" | "severity" | "title">;

/** Where the build keeps the list (scripts/rule-list.mjs). */
const KEPT = join(__dirname, "..", "rule-list.json");

/** Every rule by id: as the build kept them, since each rule is in a file of its own, or read now. */
function listedRules(): ListedRule[] {
  if (existsSync(KEPT)) return JSON.parse(readFileSync(KEPT, "utf8")) as ListedRule[];
  return ruleIds().map((id) => {
    const { severity, title } = ruleOf(id)!;
    return { id, severity, title };
  });
}

function listRules(json: boolean): void {
  const rules = listedRules();
  console.log(
    json
      ? JSON.stringify(rules, undefined, 2)
      : textTable(
          ["rule", "severity", "title"],
          rules.map(({ id, severity, title }) => [id, severity, title]),
        ),
  );
}
