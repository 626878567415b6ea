import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { purchaseOf } from "../../lib/architectures/sizing/purchase-of";
import { expandBlueprint } from "../../lib/blueprint/expand";
import { loadBlueprint, parseBlueprint } from "../../lib/blueprint/load";
import { sourcesOf } from "../../lib/blueprint/schema/pool-place";
import { schemaOf } from "../../lib/blueprint/schema/schema-of-cloud";
import { changed, valid } from "./example";

const expand = (text: string) => expandBlueprint(parseBlueprint([{ file: "a.yaml", text }]).blueprint);

describe("expandBlueprint", () => {
  it("writes every default and derived value, and where it comes from", () => {
    expect(expand(valid)).toMatchSnapshot();
  });

  const folder = join(__dirname, "../../examples/blueprints");
  it.each(readdirSync(folder).filter((name) => name.endsWith(".yaml")))("gives the same text again for %s", (name) => {
    const once = expandBlueprint(loadBlueprint([join(folder, name)]).blueprint);
    expect(expand(once)).toBe(once);
    const { blueprint } = parseBlueprint([{ file: name, text: once }]);
    expect(z.safeParse(schemaOf(blueprint), blueprint).success).toBe(true);
  });

  it.each([
    ["a value that is the default, given by hand, is one", "rootVolumeGiB: 200", "    rootVolumeGiB: 200 # default\n"],
    ["a value that is none is the user's own", "rootVolumeGiB: 500", "    rootVolumeGiB: 500\n"],
    ["a derived value given by hand is one", "fabric: true", "    fabric: true # derived: true if"],
    ["a value other than the derived is the user's own", "fabric: false", "    fabric: false\n"],
  ])("knows that %s", (_, line, expected) => {
    expect(expand(changed("    nodes:", `    ${line}\n    nodes:`))).toContain(expected);
  });

  it("derives what follows from what is given", () => {
    expect(expand(changed("p5.48xlarge", "g6.xlarge"))).toContain("    fabric: false # derived");
    expect(expand(changed("throughputPerTiB: 250", "deploymentType: PERSISTENT_1"))).toContain(
      "    throughputPerTiB: 50 # derived: the lowest of the tier\n",
    );
    expect(expand(changed("{ min: 0, max: 16 }", "{ min: 3, max: 16 }"))).toContain("    size: 3 # derived");
  });

  it.each([
    ["kueue", false],
    ["kai", true],
  ])("derives for a Ray cluster in a queue of %s whether it scales: %s", (scheduler, scales) => {
    const queues = `  queues: { scheduler: ${scheduler}, teams: [{ name: a, gpus: { h100: 8 } }] }\n`;
    const ray = "  pools: [h100]\n  rayClusters: [{ name: x, pools: [h100], queue: a }]\n";
    expect(expand(changed("fleets:\n  train: { pool: h100 }\n", `kubeRay:\n${ray}${queues}`))).toContain(
      `autoscaling: ${scales} # derived: true; in a queue of Kueue only with workers of two numbers`,
    );
  });

  it("derives the replicas of a model from the GPUs that no team owns, as the cluster does", () => {
    const serving = "serving: [{ name: m, pool: h100, model: llama-3.1-8b, weights: s3://checkpoints/m }]";
    const queues = "queues: { teams: [{ name: a, gpus: { h100: 120 } }] }";
    const text = expand(
      changed("fleets:\n  train: { pool: h100 }\n", `kubeRay:\n  pools: [h100]\n  ${serving}\n  ${queues}\n`),
    );
    expect(text).toMatch(/replicas: .*\n\s+min: 1\n\s+max: 8|replicas: \{ min: 1, max: 8 \}/);
  });

  it.each(["block", "buy-block"])("prices an architecture of %s as a Capacity Block", (kind) => {
    const sources = sourcesOf({ capacity: [{ kind }] });
    expect(purchaseOf(sources.map((source) => ({ kind: source })))).toBe("capacity-block");
  });

  it("leaves out what has no meaning for a part that is there already", () => {
    const there = "{ kind: lustre, existing: { fileSystemId: fs-0123456789abcdef0, mountName: fsx } }";
    const text = expand(
      changed("{ kind: lustre, capacityTiB: 48, throughputPerTiB: 250, importFrom: checkpoints }", there),
    );
    const [, part] = / {2}scratch:\n((?: {4}.*\n)+)/.exec(text)!;
    expect(part).toBe(`    kind: lustre
    existing:
      fileSystemId: fs-0123456789abcdef0
      mountName: fsx
      # dnsName: <fileSystemId>.fsx.<region>.amazonaws.com
      # clientSecurityGroupId: none: the network's own rules let them in
      efaEnabled: false # default
      # capacityTiB: unknown
      # throughputPerTiB: unknown
      deploymentType: PERSISTENT_2 # default
      # availabilityZone: the network's
`);
  });
});
