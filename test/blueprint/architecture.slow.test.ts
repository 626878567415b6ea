import { Testing } from "cdktf";
import { buildBlueprint } from "../../lib/blueprint/build";
import { ejectBlueprint } from "../../lib/blueprint/eject";
import { expandBlueprint } from "../../lib/blueprint/expand";
import { parseBlueprint } from "../../lib/blueprint/load";
import { reviewBlueprint } from "../../lib/blueprint/review-blueprint";
import { designOf } from "../../lib/review/design";

const text = `apiVersion: warpform/v1
name: train
architecture: training
network: { availabilityZone: us-east-2a }
workload: { kind: training, model: llama-3.1-8b, tokens: 1.0e+10, sequenceLength: 8192, globalBatchSequences: 128 }
`;
// Given, so that no test searches for machines.
const settings = ["architecture.instanceType=p5.48xlarge", "architecture.nodes=2"];
const parse = (blueprint: string, set: readonly string[] = []) =>
  parseBlueprint([{ file: "a.yaml", text: blueprint }], set);

describe("a blueprint of an architecture", () => {
  const loaded = parse(text, settings);
  const { stack, cluster } = buildBlueprint(Testing.app(), loaded);
  const expanded = expandBlueprint(loaded.blueprint);

  it("may be its name and a workload alone", () => {
    expect(parse(text).blueprint.architecture).toEqual({ kind: "training" });
  });

  it("is built from the workload", () => {
    expect(cluster.pools[0]).toMatchObject({ instanceType: "p5.48xlarge", fabric: { name: "fabric" } });
    expect(cluster.fileSystems[0]).toMatchObject({ kind: "lustre" });
    expect(cluster.workload).toMatchObject({ kind: "training", tokens: 1e10 });
  });

  it("takes an image for its nodes, and its review then asks for none", () => {
    const pinned = parse(text, [...settings, "architecture.pool.image.amiId=ami-0123456789abcdef0"]);
    const built = buildBlueprint(Testing.app(), pinned).cluster;
    expect([cluster.pools[0]!.image.pinned, built.pools[0]!.image.pinned]).toEqual([false, true]);
    const findings = reviewBlueprint(designOf(built), pinned.blueprint).findings.map(({ rule }) => rule);
    expect(findings).not.toContain("image-floating");
    expect(findings).not.toContain("lustre-client-missing");
  });

  it("is expanded with what the workload leads to, and why", () => {
    expect(expanded).toMatch(/ {2}spareNodes: \d+ # derived: \d+ spare nodes?: /);
    expect(expanded).toMatch(/ {2}lustre: # derived: Lustre of [\d.]+ TiB .*40 GB of dataset.*\n {4}capacityTiB: /);
    expect(expanded).not.toContain("pools");
  });

  it("expands to itself and to the same Terraform", () => {
    const again = parse(expanded);
    expect(expandBlueprint(again.blueprint)).toBe(expanded);
    expect(Testing.synth(buildBlueprint(Testing.app(), again).stack)).toBe(Testing.synth(stack));
  });

  it("is ejected as the architecture with what was given", () => {
    const program = ejectBlueprint(loaded.blueprint);
    expect(program).toContain('new TrainingCluster(stack, "cluster", {\n  network,\n');
    expect(program).toContain('  instanceType: "p5.48xlarge",\n  nodes: 2,\n');
    expect(program).not.toContain("spareNodes");
  });
});
