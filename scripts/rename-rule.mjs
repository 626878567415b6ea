// npm run rename-rule -- <id> <new id>: renames a rule, its cases and its page, and all that names it; suppressions of the earlier id keep working.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { camel, listRules } from "./rule-list.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const ID = /^[a-z0-9]+(-[a-z0-9]+)+$/;
const [id, renamed] = process.argv.slice(2);
if (!ID.test(id ?? "") || !ID.test(renamed ?? "") || id === renamed) {
  console.error("usage: npm run rename-rule -- <id> <new id that names the problem, like fabric-spans-zones>");
  process.exit(1);
}
const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
const tracked = git(
  "ls-files",
  "lib",
  "test",
  "docs",
  "scripts",
  "README.md",
  "examples",
  "integrations",
  "bench",
).split("\n");
const named = (name) =>
  tracked.filter((file) => new RegExp(`/${name}\\.(ts|md)$`).test(file) && file.includes("/rules/"));
if (named(id).length === 0 || named(renamed).length > 0) {
  console.error(named(id).length === 0 ? `there is no rule ${id}` : `there is a rule ${renamed} already`);
  process.exit(1);
}

const whole = (name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`, "g");
const GENERATED = /^(examples\/blueprints\/reviews\/|docs\/rules\/README\.md|test\/.*__snapshots__\/)/;

for (const file of tracked) {
  if (!/\.(ts|mts|mjs|md|yaml|json)$/.test(file) || GENERATED.test(file)) continue;
  const text = readFileSync(join(root, file), "utf8");
  const said = text.replace(whole(id), renamed).replace(whole(camel(id)), camel(renamed));
  if (said !== text) writeFileSync(join(root, file), said);
}
for (const file of named(id)) git("mv", file, join(dirname(file), file.split("/").at(-1).replace(id, renamed)));

// The replacement above has led earlier names of the rule to its new one.
const list = join(root, "lib/review/renamed-rules.ts");
writeFileSync(list, readFileSync(list, "utf8").replace(/(RENAMED_RULES[^{]*\{)/, `$1 "${id}": "${renamed}",`));
listRules(root);
execFileSync("npx", ["biome", "check", "--write", "lib/review", "test/review"], { cwd: root, stdio: "ignore" });
execFileSync("npm", ["run", "--silent", "docs"], { cwd: root, stdio: "inherit" });
console.log(`renamed ${id} to ${renamed}; write the line of CHANGELOG.md, then npm run examples`);
