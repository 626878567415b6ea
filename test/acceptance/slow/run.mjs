// The .slow.test.ts files, for which npm test has no time: one line a test.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fail, finish, ok, root, run, tail } from "../lib/checks.mjs";

const folder = mkdtempSync(join(tmpdir(), "warpform-slow-"));
const output = join(folder, "results.json");
const jest = join(root, "node_modules", "jest", "bin", "jest.js");
const args = [jest, "--config", "jest.slow.config.cjs", "--ci", "--silent", "--json", "--outputFile", output];
const result = run(process.execPath, args, { cwd: root });
try {
  const { testResults } = JSON.parse(readFileSync(output, "utf8"));
  if (testResults.length === 0) fail("slow tests", "there are none");
  for (const { name, message, assertionResults } of testResults) {
    if (assertionResults.length === 0) fail(name, message);
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === "passed") ok(fullName);
      else fail(fullName, failureMessages.join("\n").slice(0, 2000));
    }
  }
} catch {
  fail("slow tests", tail(result));
}
rmSync(folder, { recursive: true, force: true });
finish();
