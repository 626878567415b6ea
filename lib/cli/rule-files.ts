import { readdirSync } from "node:fs";
import { extname, join } from "node:path";
import type { Rule } from "../review/rule";

/**
 * The rules by the files that hold them, each named after its rule: a command that wants names or one rule reads no others. A
 * test holds files and list together.
 */
const RULES = join(__dirname, "..", "review", "rules");

/** The ids of all rules, in alphabetical order. */
export function ruleIds(): string[] {
  const extension = extname(__filename);
  return readdirSync(RULES)
    .filter((file) => file.endsWith(extension) && !file.endsWith(`.d${extension}`))
    .map((file) => file.slice(0, -extension.length))
    .filter((id) => id !== "list")
    .sort();
}

/** The rule of an id; undefined where there is none. */
export function ruleOf(id: string): Rule | undefined {
  if (!ruleIds().includes(id)) return undefined;
  const exported = Object.values(require(join(RULES, id)) as Record<string, Partial<Rule>>);
  return exported.find((value): value is Rule => value.id === id);
}
