import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const folder = join(__dirname, "../../lib/slurm/programs");
const files = readdirSync(folder).filter((name) => name !== "__pycache__");
const text = (name: string) => readFileSync(join(folder, name), "utf8");
const executable = (name: string) => (statSync(join(folder, name)).mode & 0o111) !== 0;
const programs = files.filter((name) => !name.includes("."));
const modules = files.filter((name) => name.endsWith(".py"));

describe("the node programs", () => {
  it.each([
    ..."resume suspend resume-fail reconcile own-name efa-metrics node-hosts prolog epilog node-health node-login apply-policy block-watch ec2-events ec2-notices topology-refresh acceptance-job".split(
      " ",
    ),
  ])("ship %s", (name) => {
    expect(programs).toContain(name);
  });

  it.each(programs)("%s can be executed and names its interpreter by full path, since Slurm gives no PATH", (name) => {
    expect(executable(name)).toBe(true);
    expect(text(name)).toMatch(/^#!\/(usr\/bin\/python3|bin\/sh|bin\/bash)\n/);
  });

  it.each(modules)("%s is a module: not executable, documented, without names of machines or clouds in it", (name) => {
    expect(executable(name)).toBe(false);
    expect(text(name)).toMatch(/^"""[^"]+/);
    expect(text(name)).not.toMatch(/\b[pg]\d\w*\.\d+xlarge\b/);
  });

  it("stay short: no file is longer than 300 lines", () => {
    expect(files.filter((name) => text(name).split("\n").length > 300)).toEqual([]);
  });
});
