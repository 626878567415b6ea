import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ejectBlueprint } from "../../lib/blueprint/eject";
import { expandBlueprint } from "../../lib/blueprint/expand";
import { loadBlueprint } from "../../lib/blueprint/load";
import { buildInMemory } from "../../lib/cli/build-in-memory";

const folder = mkdtempSync(join(tmpdir(), "warpform-pcs-"));
const file = join(folder, "a.yaml");
writeFileSync(
  file,
  `apiVersion: warpform/v1
name: managed
network: { availabilityZone: us-east-2a }
pools:
  l40s: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 40 } }
  login: { instanceType: m7i.large, nodes: { min: 1, max: 1 } }
parallelComputing:
  partitions: [{ name: train, pools: [l40s] }]
  loginPools: [login]
`,
);
afterAll(() => rmSync(folder, { recursive: true }));

describe("parallelComputing in a blueprint", () => {
  it("starts the pools of its partitions and its login nodes", () => {
    const { cluster } = buildInMemory([file], []);
    expect(cluster.pools.map(({ name, adoptedBy }) => [name, adoptedBy?.kind])).toEqual([
      ["l40s", "pcs"],
      ["login", "pcs"],
    ]);
    expect(cluster.schedulers).toMatchObject([{ kind: "slurm", managed: { size: "medium", nodes: 41 } }]);
  });

  it("is the same cluster once expanded", () => {
    const expanded = join(folder, "expanded.yaml");
    writeFileSync(expanded, expandBlueprint(loadBlueprint([file]).blueprint));
    expect(buildInMemory([expanded], []).cluster).toEqual(buildInMemory([file], []).cluster);
  });

  it.each([
    [[], '[{ pools: [l40s], name: "train" }], loginPools: [login] });'],
    [["parallelComputing.loginPools=null"], '[{ pools: [l40s], name: "train" }] });'],
  ])("is ejected with what it says alone, with %j", (settings, end) => {
    expect(ejectBlueprint(loadBlueprint([file], settings).blueprint)).toContain(`{ network, partitions: ${end}`);
  });

  it.each([
    ["parallelComputing.size=smal", 'parallelComputing.size must be "small", "medium" or "large", got "smal"'],
    [
      "parallelComputing.loginPools=[logn]",
      'parallelComputing.loginPools[0]: no pool is named "logn"; did you mean "login"',
    ],
    [
      "parallelComputing.size=small",
      "parallelComputing: size small holds 32 instances, and the pools have 41 at their largest",
    ],
    ["parallelComputing.slurmConf={ Foo: 1 }", "parallelComputing: slurmConf.Foo is not among the settings"],
    ["slurm.partitions=[{ name: two, pools: [l40s] }]", 'pool "l40s" is adopted by'],
    [
      "pools.pcs={ instanceType: m7i.large, nodes: { min: 0, max: 1 } }",
      '"pcs" is the name of parallelComputing in the stack',
    ],
  ])("says of %s what is wrong, at its place", (setting, message) => {
    expect(() => buildInMemory([file], [setting])).toThrow(message);
  });
});
