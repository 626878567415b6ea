import { readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { Rule } from "../review/rule";

/**
 * The rules by the files that hold them, each named after its rule: a command that wants names or one rule reads no others. A
 * test holds files and list together.
 */
const RULES = join(__dirname, "..", "review", "rules");

/** The files of the rules by id, each in the folder of its area. */
function ruleFiles(): ReadonlyMap<string, string> {
  const extension = extname(__filename);
  const files = (readdirSync(RULES, { recursive: true }) as string[])
    .filter((file) => file.endsWith(extension) && !file.endsWith(`.d${extension}`))
    .filter((file) => dirname(file) !== ".");
  return new Map(files.map((file) => [basename(file, extension), join(RULES, file)]));
}

/** The ids of all rules, in alphabetical order. */
export function ruleIds(): string[] {
  return [...ruleFiles().keys()].sort();
}

/** The rule of an id; undefined where there is none. */
export function ruleOf(id: string): Rule | undefined {
  const file = ruleFiles().get(id);
  if (file === undefined) return undefined;
  const exported = Object.values(require(file) as Record<string, Partial<Rule>>);
  return exported.find((value): value is Rule => value.id === id);
}
