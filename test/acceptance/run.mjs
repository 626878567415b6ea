// Runs every acceptance program (test/acceptance/<area>/run.*), or those named, and adds up what they counted.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const here = import.meta.dirname;
const interpreters = { "run.mjs": [process.execPath], "run.sh": ["bash"], "run.py": ["python3"] };
const wanted = process.argv.slice(2);

// What several areas read is made once, in this folder (lib/checks.mjs).
const shared = mkdtempSync(join(tmpdir(), "warpform-acceptance-"));
process.on("exit", () => rmSync(shared, { recursive: true, force: true }));
// Programs in Go spend half of their time on collecting garbage; most run for seconds here.
const env = { GOGC: "400", ...process.env, WARPFORM_ACCEPTANCE: shared };

const totals = { passed: 0, failed: 0, skipped: 0 };
/** What failed and what each area took, repeated at the end, where the end of a long log is all that is read. */
const failures = [];
const times = [];
/** Every line with the seconds since the one before it: what the longest areas spend their time on. */
const waits = [];

// Labs of real daemons depend on time: they go one after another, and before the others, which get what processors they leave.
const labs = ["nodes", "nodes-azure", "slurm", "slurm-head"];
const timed = [...labs, "kubernetes"];

/** Runs one program, passing its lines on, and returns what its last line counted. */
function runArea(area) {
  const file = Object.keys(interpreters).find((name) => existsSync(join(here, area, name)));
  if (file === undefined) return undefined;
  const [program, ...args] = [...interpreters[file], join(here, area, file)];
  return new Promise((settle) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    if (!timed.includes(area)) setPriority(child.pid, 10);
    let counted;
    const failed = [];
    let before = Date.now();
    createInterface({ input: child.stdout }).on("line", (line) => {
      waits.push({ seconds: (Date.now() - before) / 1000, line: `[${area}] ${line}` });
      before = Date.now();
      if (/^(FAILED|skipped) /.test(line)) failed.push(`[${area}] ${line}`);
      const match = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(line);
      if (match) counted = { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3]) };
      else console.log(`[${area}] ${line}`);
    });
    child.on("close", (status) => settle({ counted, status, failed }));
  });
}

/** Areas that run the suite that failed once more by themselves. */
const retrying = ["nodes"];

/** Runs an area; one that fails is run once more, since labs of real daemons depend on time, and both runs are shown. */
async function runWithSecondTry(area) {
  const started = Date.now();
  let result = await runArea(area);
  if (result === undefined) return;
  if (result.counted === undefined || (result.status !== 0 && !retrying.includes(area))) {
    console.log(`[${area}] failed after ${((Date.now() - started) / 1000).toFixed(0)} s; run once more`);
    result = await runArea(area);
  }
  const { counted, status } = result;
  failures.push(...result.failed);
  if (counted === undefined || (status !== 0 && counted.failed === 0)) {
    totals.failed++;
    const why = counted ? "no failure counted" : "nothing counted";
    failures.push(`[${area}] FAILED the program itself: exit status ${status}, ${why}`);
    console.log(failures.at(-1));
  }
  for (const key of Object.keys(totals)) totals[key] += counted?.[key] ?? 0;
  times.push(`${area} ${((Date.now() - started) / 1000).toFixed(0)} s`);
  console.log(`[${area}] ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

// Three areas at a time on two processors, since some mostly wait for daemons: the labs in one lane, which takes others after them.
const longest = ["terraform", "kubernetes", "pulumi", "fabric", "slow", "changes", "site", "package"];
const areas = readdirSync(here)
  .sort()
  .filter((area) => wanted.length === 0 || wanted.includes(area));
// Two areas that pack the package at once must not build it at once.
const packing = ["changes", "engines", "package", "pulumi"];
if (!env.WARPFORM_BUILT && areas.filter((area) => packing.includes(area)).length > 1) {
  if (spawnSync("npm", ["run", "build"], { cwd: join(here, "../.."), stdio: "ignore" }).status === 0)
    env.WARPFORM_BUILT = "1";
}
const rank = (area) => (longest.includes(area) ? longest.indexOf(area) : longest.length);
const queue = areas.filter((area) => !labs.includes(area)).sort((a, b) => rank(a) - rank(b));
const lane = async (first = []) => {
  for (let area = first.shift() ?? queue.shift(); area !== undefined; area = first.shift() ?? queue.shift())
    await runWithSecondTry(area);
};
await Promise.all([lane(areas.filter((area) => labs.includes(area))), lane(), lane()]);

waits.sort((a, b) => b.seconds - a.seconds);
for (const { seconds, line } of waits.slice(0, 25)) console.log(`${seconds.toFixed(0)} s until ${line.slice(0, 120)}`);
console.log(`times: ${times.join(", ")}`);
for (const line of failures) console.log(line.slice(0, 500));
const last = `${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`;
process.stdout.write(last, () => process.exit(totals.failed > 0 ? 1 : 0));
