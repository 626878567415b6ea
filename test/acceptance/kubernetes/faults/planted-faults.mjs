// Faults that users once met, each put back into a copy of the library: a test that is named for it must fail.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, root, run, skip, tail } from "../../lib/checks.mjs";

export const TITLE = "a fault that users once met makes its tests fail when it is put back";

/** What tests read of the checkout. */
const COPIED = ["lib", "test", "docs", "schema", "scripts", "examples", "package.json", "tsconfig.json"];
const CONFIGS = ["jest.config.cjs", "jest.slow.config.cjs"];

function faults(of) {
  const program = `console.log(JSON.stringify(require("./${of}/faults").FAULTS))`;
  const result = run(process.execPath, ["--import", "tsx", "--eval", program], { cwd: root });
  if (result.status !== 0) throw new Error(tail(result));
  return JSON.parse(result.stdout);
}

const jest = (copy, slow, files) =>
  run(
    process.execPath,
    [
      join(copy, "node_modules/jest/bin/jest.js"),
      ...["--config", slow ? "jest.slow.config.cjs" : "jest.config.cjs", "--silent", "-w", "1", ...files],
    ],
    { cwd: copy, env: { ...process.env, NO_COLOR: "1" } },
  );

/** A title as Jest prints it: a table fills in its %s and the like. */
const pattern = (title) => new RegExp(title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/%[sdj]/g, ".*"));

/** Tests of programs in Python that fail, by what they say of themselves. */
const failingUnits = (copy, tests) =>
  Object.entries(tests)
    .filter(([file]) => file.endsWith(".py"))
    .flatMap(([file, titles]) => titles.map((title) => [file, title]))
    .filter(([file, title]) => {
      const result = run("python3", ["test/slurm/found-faults/run_unit.py", file, title], { cwd: copy });
      if (result.status > 1) throw new Error(`no test ran: ${tail(result, 5)}`);
      return result.status === 1;
    });

/** What Jest says failed of the named tests. */
function failing(copy, tests) {
  const files = Object.keys(tests).filter((file) => file.endsWith(".test.ts"));
  return [true, false].flatMap((slow) => {
    const own = files.filter((file) => file.endsWith(".slow.test.ts") === slow);
    if (own.length === 0) return [];
    const result = jest(copy, slow, own);
    const { stderr } = result;
    if (!/^Tests: +.*[1-9]\d* total/m.test(stderr)) throw new Error(`no test ran: ${tail(result, 5)}`);
    const failed = stderr.split("\n").filter((line) => /^\s*● /.test(line));
    return own
      .flatMap((file) => tests[file])
      .filter((title) => {
        const printed = pattern(title);
        return failed.some((line) => printed.test(line));
      });
  });
}

/** Puts back the faults that a folder of tests lists. */
export function plantedFaults(of = "test/kubernetes/found-faults") {
  if (!process.env.WARPFORM_WHOLE) return skip(TITLE, "WARPFORM_WHOLE=1 puts them back");
  const only = process.env.WARPFORM_FAULTS?.split(";");
  const copy = mkdtempSync(join(tmpdir(), "warpform-faults-"));
  try {
    for (const path of [...COPIED, ...CONFIGS]) cpSync(join(root, path), join(copy, path), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    for (const { id, was, tests, plant } of faults(of)) {
      if (!plant || (only && !only.includes(id))) continue;
      check(`${TITLE}: ${id}, ${was}`, () => {
        const [path, text, fault] = plant;
        const file = join(copy, path);
        const good = readFileSync(file, "utf8");
        writeFileSync(
          file,
          good.replace(text, () => fault),
        );
        try {
          return failing(copy, tests).length + failingUnits(copy, tests).length > 0
            ? undefined
            : "none of its tests fails";
        } finally {
          writeFileSync(file, good);
        }
      });
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) plantedFaults(process.argv[2]);
