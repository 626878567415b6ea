// 1,000 random valid blueprints synthesize and are reviewed, ten of them go through the real terraform cycle, and 1,000 with a
// mistake get an error with its line, no stack trace, and leave no file behind. The seed is fixed; WARPFORM_SEED gives another.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, fail, find, finish, ok, root, sharedTools, skip, tail } from "../lib/checks.mjs";

const seed = Number(process.env.WARPFORM_SEED ?? 20261121);
const count = Number(process.env.WARPFORM_COUNT ?? 1000);
const processes = 2;
const cycles = Number(process.env.WARPFORM_CYCLES ?? 10);
const folder = mkdtempSync(join(tmpdir(), "warpform-blueprints-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs node with arguments, beside others. */
function start(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (data) => {
      stdout += data;
    });
    child.stderr.on("data", (data) => {
      stderr += data;
    });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

async function worker(index) {
  const directory = join(folder, String(index));
  const args = [directory, seed + index, Math.ceil(count / processes), Math.ceil(cycles / processes)].map(String);
  const result = await start(["--import", "tsx", join(import.meta.dirname, "worker.ts"), ...args]);
  if (result.status !== 0) throw new Error(tail(result));
  return { directory, ...JSON.parse(result.stdout.trim().split("\n").at(-1)) };
}

function sum(halves, key) {
  const total = {};
  for (const half of halves) for (const [name, n] of Object.entries(half[key])) total[name] = (total[name] ?? 0) + n;
  return total;
}

const shown = (counts) =>
  Object.entries(counts)
    .filter(([, n]) => n > 0)
    .map(([name, n]) => `${name} ${n}`)
    .join(", ");

function report(name, complaints) {
  if (complaints.length === 0) return ok(name);
  const kinds = new Map();
  for (const { why, text } of complaints) {
    const short = why.split("\n").slice(0, 4).join(" | ").slice(0, 400);
    kinds.set(short, { count: (kinds.get(short)?.count ?? 0) + 1, text });
  }
  for (const [why, { count: times, text }] of [...kinds].slice(0, 20)) {
    const file = join(
      tmpdir(),
      `warpform-blueprint-${name.replace(/\W+/g, "-").slice(0, 20)}-${[...kinds.keys()].indexOf(why)}.yaml`,
    );
    writeFileSync(file, text);
    fail(name, `${times} times: ${why} (one is ${file})`);
  }
}

try {
  const halves = await Promise.all(Array.from({ length: processes }, (_, index) => worker(index)));
  const complaints = halves.flatMap((half) => half.complaints);
  const of = (what) => complaints.filter(({ check: name }) => name === what);
  const valid = halves.reduce((total, half) => total + half.valid, 0);
  const refused = sum(halves, "refused");
  const total = Object.values(refused).reduce((all, n) => all + n, 0);
  report(`${valid} of ${count} random blueprints synthesize and are reviewed (seed ${seed})`, of("valid"));
  const forms = halves.reduce((all, half) => all + half.forms, 0);
  report(`${forms} of them, expanded, give the same Terraform byte for byte, and expand to themselves`, of("expanded"));
  report(`${forms} of them, ejected and run as programs, give the same Terraform byte for byte`, of("ejected"));
  check(`${total} mistaken blueprints are refused: ${shown(refused)}`, () =>
    total >= count ? undefined : `only ${total} of ${count}`,
  );
  console.log(`# mistakes that do no harm and build: ${shown(sum(halves, "harmless"))}`);
  report("every mistake gets an error with its line, and no stack trace", of("mistaken"));
  report("no mistake leaves a file behind", of("files"));

  const cycle = join(sharedTools, "terraform-offline", "terraform-offline");
  const terraform = find("terraform");
  const stacks = halves.flatMap(({ directory }) =>
    readdirSync(directory)
      .filter((name) => name.startsWith("valid-"))
      .flatMap((name) => {
        const below = join(directory, name, "out", "stacks");
        return existsSync(below) ? readdirSync(below).map((stack) => join(below, stack)) : [];
      }),
  );
  // Two at a time, as many as there are processes above.
  const waiting = [...stacks.entries()];
  const cycleNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, directory] = next;
      const title = `terraform cycle of random blueprint ${index + 1}`;
      if (!existsSync(cycle)) skip(title, "the offline provider is not beside this checkout");
      else if (terraform === undefined) skip(title, "terraform is not installed");
      else {
        const result = await start([cycle, directory, "--project", root, "--terraform", terraform]);
        if (result.status === 0) ok(title);
        else fail(title, tail(result));
      }
    }
  };
  await Promise.all(Array.from({ length: processes }, cycleNext));
} catch (error) {
  fail("random blueprints", error instanceof Error ? error.message : String(error));
}
finish();
