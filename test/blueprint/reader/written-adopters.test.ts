import { placeOfFinding } from "../../../lib/blueprint/fix/place-of-finding";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { namedByAdopters } from "../../../lib/blueprint/reader/sound-parts";
import { placeInBlueprint } from "../../../lib/cli/finding-place";
import type { Cluster } from "../../../lib/model/model";
import type { Finding } from "../../../lib/review/rule";

const text = `apiVersion: warpform/v1
name: train
network: { availabilityZone: us-east-2a }
pools:
  one: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 } }
  two: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 } }
  three: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 } }
fleets:
  runs: { pool: one }
slurm:
  partitions: [{ name: train, pools: [two] }]
parallelComputing:
  partitions: [{ name: managed, pools: [three] }]
`;

const loaded = parseBlueprint([{ file: "a.yaml", text }]);
const schedulers = [
  { kind: "fleet", name: "runs" },
  { kind: "slurm", name: "slurm" },
  { kind: "slurm", name: "pcs" },
] as unknown as Cluster["schedulers"];

describe("a finding about who starts nodes", () => {
  it.each([
    ["schedulers.runs.size", ["fleets", "runs"], 9],
    ["schedulers.slurm.accounting", ["slurm"], 10],
    ["schedulers.pcs.partitions.managed", ["parallelComputing", "partitions", 0], 13],
  ])("%s is where the blueprint says so", (path, place, line) => {
    expect(placeOfFinding({ path }, loaded.blueprint, { schedulers })).toEqual(place);
    expect(placeInBlueprint(loaded, { path } as Finding).line).toBe(line);
  });
});

describe("pools that somebody is named for", () => {
  it.each([
    [
      "the names that are written, login nodes' too",
      { parallelComputing: { partitions: [{ pools: ["a"] }], loginPools: ["b"] } },
      ["a", "b"],
    ],
    ["what a misspelt name is likely to mean", { fleets: { runs: { pool: "logn" } } }, ["login"]],
    ["all where a list cannot be read", { slurm: { partitions: "a" } }, ["a", "b", "login"]],
    ["none where nobody is written", {}, []],
  ])("are %s", (_, adopters, names) => {
    expect([...namedByAdopters({ pools: { a: {}, b: {}, login: {} }, ...adopters })]).toEqual(names);
  });
});
