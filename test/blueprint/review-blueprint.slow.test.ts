import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseBlueprint } from "../../lib/blueprint/load";
import { fixInBlueprint } from "../../lib/blueprint/review-blueprint";
import * as constructs from "../../lib/clouds/aws/index";
import { rules } from "../../lib/review/rules/list";
import { valid } from "./example";

const RULES = join(__dirname, "../../lib/review/rules");

const ofParts = parseBlueprint([{ file: "a.yaml", text: valid }]).blueprint;
const ofArchitecture = parseBlueprint([
  {
    file: "a.yaml",
    text: `apiVersion: warpform/v1
name: train
architecture: { kind: training, instanceType: p5.48xlarge, nodes: 2, scheduler: ray }
network: { availabilityZone: us-east-2a }
workload: { kind: training, model: llama-3.1-8b, tokens: 1.0e+10, sequenceLength: 8192, globalBatchSequences: 128 }
`,
  },
]).blueprint;

/** The texts between quotes in what a rule's check says. */
function textsOf(id: string): string[] {
  const [, check] = readFileSync(join(RULES, rules.find((rule) => rule.id === id)!.area, `${id}.ts`), "utf8").split(
    /^ {2}check/m,
  );
  return [...check!.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
    (m) => m[1] ?? m[2] ?? m[3]!,
  );
}

describe("fixInBlueprint", () => {
  it.each([
    [
      "spot-without-fallback",
      "add Capacity.onDemand() behind Capacity.spot()",
      "add { kind: on-demand } behind { kind: spot }",
    ],
    [
      "capacity-short",
      "lower nodes.max to 4, or add Capacity.onDemand()",
      "lower nodes.max to 4, or add { kind: on-demand } to capacity",
    ],
    ["image-floating", 'pin it with Image.id("ami-…", os)', "pin it with image: { os: …, amiId: ami-… }"],
    ["image-floating", "set nodeImageVersion of the KubeRayCluster", "set nodeImageVersion of kubeRay"],
    [
      "efa-missing",
      "pass it as fabric",
      "write fabric: {} at the top of the blueprint, and leave fabric of the pool out",
    ],
    [
      "nfs-for-multi-node-training",
      "mount a LustreStorage",
      "add a file system of kind lustre, and name it in mounts of the pool",
    ],
  ])("says of %s what to write in YAML: %s", (rule, fix, said) => {
    expect(fixInBlueprint({ rule, fix }, ofParts)).toBe(said);
  });

  it.each([
    [
      "spares-missing",
      "raise nodes.max by 2, or add Capacity.onDemand()",
      "raise nodes and spareNodes together by 2, or add { kind: on-demand } to capacity",
    ],
    ["image-floating", "set nodeImageVersion of the KubeRayCluster", "set nodeImageVersion of ray of the architecture"],
    ["image-floating", 'pin it with Image.id("ami-…", os)', "pin it with pool.image: { os: …, amiId: ami-… }"],
  ])("says of %s what to write in an architecture: %s", (rule, fix, said) => {
    expect(fixInBlueprint({ rule, fix }, ofArchitecture)).toBe(said);
  });

  it("names no class of a program, whatever a rule finds", () => {
    const classes = Object.keys(constructs).filter((name) => /^[A-Z]/.test(name));
    const ofAProgram = new RegExp(
      `\\b(?:(?:${classes.join("|")})\\.|(?:${classes.filter((n) => /[a-z][A-Z]/.test(n)).join("|")})\\b)`,
    );
    expect("pass a GpuNodePool with Capacity.spot()").toMatch(ofAProgram);
    const said = rules.flatMap(({ id }) => textsOf(id).map((fix) => [id, fixInBlueprint({ rule: id, fix }, ofParts)]));
    expect(said.length).toBeGreaterThan(200);
    // A blueprint is not built with a pool that nobody starts.
    expect(said.filter(([id, fix]) => ofAProgram.test(fix!) && id !== "pool-not-adopted")).toEqual([]);
  });
});
