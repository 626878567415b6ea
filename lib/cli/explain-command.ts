import { existsSync } from "node:fs";
import { extname, join } from "node:path";
import { WarpformError } from "../errors";
import type { Rule } from "../review/rule";
import { nearest } from "../units/nearest";

const RULES = join(__dirname, "..", "review", "rules");

/** The rule in the file that is named after it, so that one rule is read and not all; undefined where there is no such file. */
function ownFileOf(id: string): Rule | undefined {
  if (!/^[a-z0-9-]+$/.test(id) || !existsSync(join(RULES, `${id}${extname(__filename)}`))) return undefined;
  const exported = Object.values(require(join(RULES, id)) as Record<string, Partial<Rule>>);
  return exported.find((value): value is Rule => value?.id === id);
}

/** Prints what a rule is about. */
export function explainCommand(id: string): void {
  const own = ownFileOf(id);
  const { rules } = own ? { rules: [own] } : (require("../review/rules/list") as typeof import("../review/rules/list"));
  const rule = rules.find((row) => row.id === id);
  if (rule === undefined) {
    const near = nearest(
      id,
      rules.map((row) => row.id),
    );
    const advice =
      near.length > 0 ? `did you mean ${near.join(", ")}` : `the rules are ${rules.map((row) => row.id).join(", ")}`;
    throw new WarpformError("warpform explain", [
      { code: "unknown-name", path: "rule", message: `there is no rule "${id}"; ${advice}` },
    ]);
  }
  console.log(
    `${rule.id} (${rule.severity})\n\n${rule.title}\n\nWhy: ${rule.why}\n\nFix: ${rule.fix}\n\nVerify: ${rule.verify}\n\nSource: ${rule.source}`,
  );
}
