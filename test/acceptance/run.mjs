// Runs every acceptance program (test/acceptance/<area>/run.*), or those named, and adds up what they counted.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const here = import.meta.dirname;
const interpreters = { "run.mjs": [process.execPath], "run.sh": ["bash"], "run.py": ["python3"] };
const wanted = process.argv.slice(2);
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Runs one program, passing its lines on, and returns what its last line counted. */
function runArea(area) {
  const file = Object.keys(interpreters).find((name) => existsSync(join(here, area, name)));
  if (file === undefined) return undefined;
  const [program, ...args] = [...interpreters[file], join(here, area, file)];
  return new Promise((settle) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    let counted;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const match = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(line);
      if (match) counted = { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3]) };
      else console.log(`[${area}] ${line}`);
    });
    child.on("close", (status) => settle({ counted, status }));
  });
}

for (const area of readdirSync(here).sort()) {
  if (wanted.length > 0 && !wanted.includes(area)) continue;
  const started = Date.now();
  const result = await runArea(area);
  if (result === undefined) continue;
  const { counted, status } = result;
  if (counted === undefined || (status !== 0 && counted.failed === 0)) {
    totals.failed++;
    console.log(
      `[${area}] FAILED the program itself: exit status ${status}, ${counted ? "no failure counted" : "nothing counted"}`,
    );
  }
  for (const key of Object.keys(totals)) totals[key] += counted?.[key] ?? 0;
  console.log(`[${area}] ${((Date.now() - started) / 1000).toFixed(0)} s`);
}
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed > 0 ? 1 : 0);
