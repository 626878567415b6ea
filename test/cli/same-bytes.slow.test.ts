import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

const root = join(__dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "warpform-same-bytes-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every file that a synth writes, by its path, under a time zone and a language and from a working directory. */
function synthesized(name: string, cwd: string, env: Readonly<Record<string, string>>): Record<string, string> {
  const output = join(folder, name);
  const blueprint = relative(cwd, join(root, "examples/blueprints/training-16-p5.yaml"));
  const program = [join(root, "node_modules/tsx/dist/cli.mjs"), join(root, "lib/cli/main.ts")];
  execFileSync(process.execPath, [...program, "synth", blueprint, "--output", output], {
    cwd,
    env: { ...process.env, ...env },
    stdio: "pipe",
  });
  const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name: file }) => {
      const path = join(parentPath, file);
      // Without state, CDKTF keeps it in the working directory, whose path it writes.
      return [
        relative(output, path),
        readFileSync(path, "latin1").replaceAll(`"${join(cwd, "terraform.")}`, '"terraform.'),
      ];
    }),
  );
}

describe("warpform synth", () => {
  it("writes the same bytes under any TZ, LANG and working directory, but for the path of local state", () => {
    const one = synthesized("one", root, { TZ: "UTC", LANG: "C", LC_ALL: "C" });
    const other = synthesized("other", tmpdir(), {
      TZ: "America/New_York",
      LANG: "tr_TR.UTF-8",
      LC_ALL: "tr_TR.UTF-8",
    });
    expect(Object.keys(one).length).toBeGreaterThan(3);
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    expect(names.filter((name) => one[name] !== other[name])).toEqual([]);
  });
});

describe("warpform review", () => {
  it.each([[], ["--json"]])("says the same under any TZ, LANG and working directory: %s", (...options: string[]) => {
    const reviewed = (cwd: string, page: string, env: Readonly<Record<string, string>>) => {
      const blueprint = relative(cwd, join(root, "examples/blueprints/slurm-mixed.yaml"));
      const program = [join(root, "node_modules/tsx/dist/cli.mjs"), join(root, "lib/cli/main.ts")];
      const html = join(folder, page);
      const said = execFileSync(process.execPath, [...program, "review", blueprint, "--html", html, ...options], {
        cwd,
        env: { ...process.env, ...env },
        encoding: "utf8",
        stdio: "pipe",
      });
      return { said, page: readFileSync(html, "utf8") };
    };
    const one = reviewed(root, "one.html", { TZ: "UTC", LANG: "C", LC_ALL: "C" });
    expect(Math.min(one.said.length, one.page.length)).toBeGreaterThan(1000);
    const other = { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
    expect(reviewed(tmpdir(), "other.html", other)).toEqual(one);
  });
});
