import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import type { Rule } from "../review/rule";

/**
 * The rules by the files that hold them, each named after its rule: a command that wants names or one rule reads no others. A
 * test holds files and list together.
 */
const RULES = join(__dirname, "..", "review", "rules");

/** The ids of all rules, in alphabetical order: the names of the files in the folders of the areas. */
export function ruleIds(): string[] {
  const extension = extname(__filename);
  return (readdirSync(RULES, { recursive: true }) as string[])
    .filter((file) => file.endsWith(extension) && !file.endsWith(`.d${extension}`) && dirname(file) !== ".")
    .map((file) => basename(file, extension))
    .sort();
}

/** The rule of an id; undefined where there is none. */
export function ruleOf(id: string): Rule | undefined {
  if (id !== basename(id)) return undefined;
  const file = readdirSync(RULES)
    .map((area) => join(RULES, area, `${id}${extname(__filename)}`))
    .find((path) => existsSync(path));
  if (file === undefined) return undefined;
  const exported = Object.values(require(file) as Record<string, Partial<Rule>>);
  return exported.find((value): value is Rule => value.id === id);
}
