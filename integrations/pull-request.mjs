#!/usr/bin/env node
// Reviews a blueprint of a pull or merge request: SARIF for the lines, and one comment that each push updates, with the verdict,
// what has changed since the target branch, and the impact on a running cluster.
//
//   pull-request.mjs BLUEPRINT [--base REF] [--sarif FILE] [--fail-on error|warning|info]
//
// The exit status is that of the review; 10 or 20 where the change disrupts compute or puts data at risk and --fail-on-impact is given.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commentOn } from "./comment.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: "string" },
    sarif: { type: "string" },
    "fail-on": { type: "string", default: "error" },
    "fail-on-impact": { type: "boolean", default: false },
  },
});
const [blueprint] = positionals;
if (blueprint === undefined || !existsSync(blueprint)) {
  console.error(
    `pull-request: BLUEPRINT must be a file, got ${blueprint ?? "nothing"}; write pull-request.mjs cluster.yaml`,
  );
  process.exit(2);
}

/** The program of the project that asks, as npx would find it. */
const program = createRequire(join(process.cwd(), "package.json")).resolve("warpform/package.json");
const warpform = (...args) =>
  spawnSync(process.execPath, [join(program, "../dist/lib/cli/bin.js"), ...args], {
    encoding: "utf8",
    maxBuffer: 64e6,
  });

const folder = mkdtempSync(join(tmpdir(), "warpform-"));
const at = (name) => join(folder, name);

/** The blueprint as the target branch has it; undefined where it is new there. */
function before() {
  if (!values.base) return undefined;
  try {
    // A folder name in front would mean the root of the repository, ./ means here.
    const text = execFileSync("git", ["show", `${values.base}:./${blueprint}`], { encoding: "utf8", stdio: "pipe" });
    writeFileSync(at("before.yaml"), text);
    return at("before.yaml");
  } catch {
    return undefined;
  }
}

const earlier = before();
const against = [];
if (earlier !== undefined) {
  const { stdout, status } = warpform("review", earlier, "--json");
  // A target branch whose blueprint is refused has nothing to compare with; so has one of several Regions.
  if (status !== 2 && !stdout.startsWith("[")) {
    writeFileSync(at("before.json"), stdout);
    against.push("--against", at("before.json"));
  }
}
const sarif = values.sarif === undefined ? [] : ["--sarif", values.sarif];
const review = warpform(
  "review",
  blueprint,
  "--summary",
  at("summary.md"),
  ...against,
  ...sarif,
  "--fail-on",
  values["fail-on"],
);
const text = existsSync(at("summary.md"))
  ? readFileSync(at("summary.md"), "utf8")
  : `### ${blueprint} is not a valid blueprint\n\n\`\`\`text\n${review.stderr.trim()}\n\`\`\`\n`;
const impact = earlier === undefined ? undefined : warpform("diff", earlier, blueprint);
const impactText = impact?.stdout.trim()
  ? `\n<details><summary>Impact on a running cluster</summary>\n\n\`\`\`text\n${impact.stdout.trim()}\n\`\`\`\n\n</details>\n`
  : "";
rmSync(folder, { recursive: true });

console.log(text + impactText);
const posted = await commentOn(blueprint, text + impactText);
console.error(posted);
const harm = values["fail-on-impact"] && (impact?.status === 10 || impact?.status === 20) ? impact.status : 0;
process.exitCode = review.status || harm;
