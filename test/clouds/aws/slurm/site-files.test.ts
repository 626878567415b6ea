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
    const started = setUp.flatMap(({ text }) => text.match(/\/opt\/warpform\/(setup|slurm)\/[a-z][a-z0-9.-]*/g) ?? []);
    expect(started.length).toBeGreaterThan(20);
    expect(started.filter((path) => !shipped.has(path))).toEqual([]);
  });

  it("are executable but for what they read", () => {
    expect(setUp.filter(({ executable }) => !executable).map(({ name }) => name)).toEqual([
      "common.sh",
      "steps.sh",
      "units.sh",
    ]);
  });

  const textOf = (wanted: string) => setUp.find(({ name }) => name === wanted)!.text;

  it("leave how slurmd and sackd are started to their packages' units, which differ between releases", () => {
    expect(setUp.filter(({ text }) => /^ExecStart=/m.test(text)).map(({ name }) => name)).toEqual(["common.sh"]);
    expect(textOf("set-up-node")).toContain("EnvironmentFile=/etc/warpform/slurmd.env");
  });

  it("never start the controller or the database without the mount of their state", () => {
    expect(textOf("set-up-head")).toContain(
      "lasting slurmctld 'RequiresMountsFor=/var/spool/slurm\nAfter=slurmdbd.service'",
    );
    expect(textOf("set-up-head")).toContain("lasting mariadb RequiresMountsFor=/var/lib/mysql");
  });

  it("start the controller before containers and monitoring, which the network may keep from coming", () => {
    const order = [...textOf("set-up-head").matchAll(/^.*\b(?:step|need) ([a-z-]+) /gm)].map(([, name]) => name);
    expect(order.indexOf("slurmctld")).toBeLessThan(order.indexOf("containers"));
    expect(order.indexOf("slurmctld")).toBeLessThan(order.indexOf("monitoring"));
    expect(order.indexOf("users")).toBeLessThan(order.indexOf("slurmctld"));
  });

  it("name no loopback address as a node's own", () => {
    expect(setUp.filter(({ text }) => text.includes("127.0.1.1"))).toEqual([]);
  });
});
