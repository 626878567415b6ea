/** Writes docs/rules/<id>.md and their index from the rules; notes below a page's marker are kept. Part of npm run docs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAGE_MARKER, ruleIndex, rulePage } from "../lib/review/report/rule-page";
import { AREAS } from "../lib/review/rule";
import { rules } from "../lib/review/rules/list";

const folder = join(__dirname, "../docs/rules");
mkdirSync(folder, { recursive: true });
for (const rule of rules) {
  const page = join(folder, `${rule.id}.md`);
  const notes = existsSync(page) ? (readFileSync(page, "utf8").split(PAGE_MARKER)[1]?.trim() ?? "") : "";
  writeFileSync(page, notes === "" ? rulePage(rule) : `${rulePage(rule)}\n${notes}\n`);
}
writeFileSync(join(folder, "README.md"), ruleIndex(rules, AREAS));
