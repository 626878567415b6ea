import { join } from "node:path";
import { nodePrograms, programsIn } from "../../../../lib/slurm";

const setUp = programsIn(join(__dirname, "../../../../lib/clouds/aws/slurm/programs"));

// What they travel in, which the machine unpacks.
const bundle = "/opt/warpform/setup/programs.json";

describe("the set-up programs", () => {
  it("start nothing that is not shipped with them", () => {
    const shipped = new Set([
      bundle,
      ...setUp.map(({ name }) => `/opt/warpform/setup/${name}`),
      ...nodePrograms().map(({ name }) => `/opt/warpform/slurm/${name}`),
    ]);
    const started = setUp.flatMap(({ text }) => text.match(/\/opt\/warpform\/(setup|slurm)\/[a-z][a-z.-]*/g) ?? []);
    expect(started.length).toBeGreaterThan(20);
    expect(started.filter((path) => !shipped.has(path))).toEqual([]);
  });

  it("are executable but for what they read", () => {
    expect(setUp.filter(({ executable }) => !executable).map(({ name }) => name)).toEqual(["common.sh", "steps.sh", "units.sh"]);
  });
});
