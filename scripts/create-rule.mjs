// npm run create-rule -- <id> [area] [severity]: writes a rule, its cases and its page, and adds it to the list.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { camel, listFlaw, listRules } from "./rule-list.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [id, area = "operations", severity = "warning"] = process.argv.slice(2);
if (!/^[a-z0-9]+(-[a-z0-9]+)+$/.test(id ?? "")) {
  console.error("usage: npm run create-rule -- <id that names the problem, like fabric-spans-zones> [area] [severity]");
  process.exit(1);
}
const constant = camel(id);
const folder = join(root, "lib/review/rules", area);
if (!existsSync(folder)) {
  const areas = readdirSync(dirname(folder)).filter((name) => !name.includes("."));
  console.error(`area must be one of ${areas.join(", ")}, got "${area}"`);
  process.exit(1);
}
const ruleFile = join(folder, `${id}.ts`);
if (existsSync(ruleFile)) {
  console.error(`${ruleFile} is there already`);
  process.exit(1);
}

writeFileSync(
  ruleFile,
  `import { checkEach, type Rule } from "../../rule";

export const ${constant}: Rule = {
  id: "${id}",
  area: "${area}",
  severity: "${severity}",
  clouds: "all",
  title: "",
  why: "",
  fix: "",
  verify: "",
  source: "https://",
  check: (design) =>
    checkEach(design.gpuPools, ({ path }) => ({ path, value: null, allowed: "", fix: "" })),
};
`,
);
writeFileSync(
  join(root, "test/review/rules", area, `${id}.ts`),
  `import { ${constant} } from "../../../../lib/review/rules/${area}/${id}";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: ${constant},
  holds: { "": p5() },
  fails: { "": [p5(), [{ path: "pools.h100" }]] },
  doesNotApply: { "": p5() },
};
`,
);

listRules(root, [id, area]);
listFlaw(root, id, area);
execFileSync("npx", ["biome", "check", "--write", "lib/review/rules", "test/review/rules"], {
  cwd: root,
  stdio: "pipe",
});
execFileSync("npx", ["tsx", "scripts/rule-docs.ts"], { cwd: root, stdio: "pipe" });
console.log(`wrote lib/review/rules/${area}/${id}.ts, its cases in test/review/rules/${area} and docs/rules/${id}.md`);
console.log("and a row of docs/flaws.md, where you may put it into another's row");
console.log("fill in the rule, give each outcome a case, then npm run docs");
