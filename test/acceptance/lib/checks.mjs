// What every acceptance program shares: one line a check, a last line that counts them, exit status 1 on any failure.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../../..");
export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "warpform");
/** Optional tools beside the checkout; checks that need one are skipped by name where it is not there. */
export const sharedTools = resolve(root, "../shared/tools");

const counts = { passed: 0, failed: 0, skipped: 0 };

export function ok(name) {
  counts.passed++;
  console.log(`ok ${name}`);
}

export function fail(name, why) {
  counts.failed++;
  console.log(`FAILED ${name}: ${why}`);
}

export function skip(name, why) {
  counts.skipped++;
  console.log(`skipped ${name}: ${why}`);
}

/** Passes on what another program of checks printed, and counts it. */
export function passOn(output) {
  for (const line of output.trimEnd().split("\n")) {
    const last = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(line);
    if (!last) {
      console.log(line);
      continue;
    }
    for (const [i, key] of ["passed", "failed", "skipped"].entries()) counts[key] += Number(last[i + 1]);
    return;
  }
  fail("a program of checks", "it ended before it counted");
}

/** One check: passes unless `run` throws or returns a complaint. */
export function check(name, run) {
  try {
    const complaint = run();
    if (complaint) fail(name, complaint);
    else ok(name);
  } catch (error) {
    fail(name, error instanceof Error ? error.message : String(error));
  }
}

/** Counts, and ends the program once every line is out: what a full pipe has not taken is lost when a process exits. */
export function finish() {
  const last = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`;
  process.stdout.write(last, () => process.exit(counts.failed > 0 ? 1 : 0));
}

/** Path of a program: from the cache that .ci/tools fills, else from PATH; undefined where there is none. */
export function find(program) {
  const folders = [join(cache, "bin"), ...(process.env.PATH ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** Runs a program to its end and returns status and output; throws only where it cannot be started. */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28, ...options });
  if (result.error) throw result.error;
  return { status: result.status, stdout: result.stdout, stderr: result.stderr };
}

/** The last lines of a program's output, for a complaint. */
export function tail({ stdout, stderr }, lines = 15) {
  return `${stdout}\n${stderr}`
    .trim()
    .split("\n")
    .slice(-lines)
    .map((line) => line.slice(0, 400))
    .join("\n    ");
}

/**
 * A folder that `make` fills, once for all programs of an acceptance run (run.mjs names the place in WARPFORM_ACCEPTANCE), to be
 * read only. A program that is run alone makes its own.
 */
function madeOnce(name, make) {
  const place = process.env.WARPFORM_ACCEPTANCE;
  const kept = place && join(place, name);
  if (kept && existsSync(kept)) return kept;
  const folder = mkdtempSync(join(place ?? tmpdir(), `warpform-${name}-`));
  make(folder);
  if (!kept) {
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
  try {
    renameSync(folder, kept);
  } catch {
    // another program was first
    rmSync(folder, { recursive: true });
  }
  return kept;
}

/** The command line as arguments of node: what was just built where WARPFORM_BUILT says so, which starts in a third of the time. */
export const warpform = () =>
  process.env.WARPFORM_BUILT ? [join(root, "dist/lib/cli/bin.js")] : ["--import", "tsx", join(root, "lib/cli/main.ts")];

/** The packed package, of a fresh build (.ci/run says in WARPFORM_BUILT that there is one): its file, and the paths in it. */
export function packedPackage() {
  const folder = madeOnce("package", (to) => {
    const build = process.env.WARPFORM_BUILT ? undefined : run("npm", ["run", "build"], { cwd: root });
    if (build?.status > 0) throw new Error(`build: ${tail(build)}`);
    const pack = run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", to], { cwd: root });
    if (pack.status !== 0) throw new Error(`pack: ${tail(pack)}`);
    writeFileSync(join(to, "pack.json"), pack.stdout);
  });
  const packed = JSON.parse(readFileSync(join(folder, "pack.json"), "utf8"));
  const [{ filename, files }] = Array.isArray(packed) ? packed : Object.values(packed);
  return { tarball: join(folder, filename), paths: files.map(({ path }) => path) };
}

/** The synthesized examples in AWS. */
export const synthesizedAwsStacks = () => synthesizedStacks().filter(({ json }) => json.provider.aws !== undefined);

/** The synthesized examples as {name, directory, json}. */
export function synthesizedStacks() {
  const outdir = madeOnce("stacks", (to) => {
    const env = { ...process.env, CDKTF_OUTDIR: to };
    const synth = run(process.execPath, ["--import", "tsx", "examples/synth.ts"], { cwd: root, env });
    if (synth.status !== 0) throw new Error(`examples do not synthesize:\n    ${tail(synth)}`);
  });
  const stacks = join(outdir, "stacks");
  return readdirSync(stacks)
    .sort()
    .map((name) => {
      const directory = join(stacks, name);
      return { name, directory, json: JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8")) };
    });
}
