import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Name of the constant of a rule. */
export const camel = (id) => id.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** Writes the list of rules anew in the order of their ids, with those in `more`, each an id and its area. */
export function listRules(root, ...more) {
  const file = join(root, "lib/review/rules/list.ts");
  const list = readFileSync(file, "utf8");
  const listed = [...list.matchAll(/from "\.\/([a-z]+)\/([a-z0-9-]+)"/g)].map(([, room, name]) => [name, room]);
  const all = [...listed, ...more].sort(([a], [b]) => (a < b ? -1 : 1));
  const imports = all.map(([name, room]) => `import { ${camel(name)} } from "./${room}/${name}";`).join("\n");
  const entries = all.map(([name]) => `  ${camel(name)},`).join("\n");
  const comment = list.match(/\/\*\*[\s\S]*?\*\//)?.[0] ?? "";
  const head = `import type { Rule } from "../rule";\n${imports}\n`;
  writeFileSync(file, `${head}\n${comment}\nexport const rules: readonly Rule[] = [\n${entries}\n];\n`);
}

/** Adds a row for a rule to docs/flaws.md, at the end of the table that has the most rules of its area. */
export function listFlaw(root, id, area) {
  const page = join(root, "docs/flaws.md");
  const ofArea = readdirSync(join(root, "lib/review/rules", area)).map((file) => file.replace(/\.ts$/, ""));
  const sections = readFileSync(page, "utf8").split(/(?=^## )/m);
  const count = (section) => ofArea.filter((rule) => section.includes(`(rules/${rule}.md)`)).length;
  const most = sections.reduce((best, section, index) => (count(section) > count(sections[best]) ? index : best), 0);
  const words = id.replaceAll("-", " ");
  const row = `| ${words[0].toUpperCase()}${words.slice(1)} | [${id}](rules/${id}.md) |\n`;
  sections[most] = sections[most].replace(/(\|\n)(?!\|)/, `$1${row}`);
  writeFileSync(page, sections.join(""));
}
