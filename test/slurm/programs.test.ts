import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { nodePrograms } from "../../lib/slurm/node-programs";

const folder = join(__dirname, "../../lib/slurm/programs");
const rooms = [...readdirSync(folder).filter((room) => room !== "clouds"), "clouds/aws"].map((room) => ({
  room,
  names: readdirSync(join(folder, room)).filter((name) => name !== "__pycache__"),
}));
const files = rooms.flatMap(({ names }) => names);
const path = (name: string) => join(folder, rooms.find(({ names }) => names.includes(name))!.room, name);
const text = (name: string) => readFileSync(path(name), "utf8");
const executable = (name: string) => (statSync(path(name)).mode & 0o111) !== 0;
const programs = files.filter((name) => !name.includes("."));
const modules = files.filter((name) => name.endsWith(".py"));

describe("the node programs", () => {
  it("lie in one folder on a node, those of every room sorted by name, no name twice", () => {
    expect(nodePrograms("aws").map(({ name }) => name)).toEqual([...new Set(files)].sort());
    expect(new Set(files).size).toBe(files.length);
  });

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
