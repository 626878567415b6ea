import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { App, TerraformStack, Testing } from "cdktf";
import { SingleNode } from "../../lib/architectures/single-node";
import { buildBlueprint } from "../../lib/blueprint/build";
import { parseBlueprint } from "../../lib/blueprint/load";
import { extendCatalog } from "../../lib/catalog/extend";
import { instanceType } from "../../lib/catalog/instance-types";
import { addCloudFacts } from "../../lib/review/clouds/list";
import { reviewMarkdown } from "../../lib/review/report/markdown";
import { review } from "../../lib/review/review";
import { rules } from "../../lib/review/rules/list";
import { moon } from "./moon";

const TEXT = `apiVersion: warpform/v1
name: base
network: { availabilityZone: mare-1a }
fabric: {}
pools:
  rocks: { instanceType: moon8.big, nodes: { min: 0, max: 4 }, fabric: true }
`;

const build = (more = "") => buildBlueprint(new App(), parseBlueprint([{ file: "a.yaml", text: TEXT + more }]), moon);
const onAws = rules.filter(({ clouds }) => clouds !== "all" && !clouds.includes(moon.name)).map(({ id }) => id);

describe("a second cloud of a network, a fabric and pools", () => {
  beforeAll(() => {
    const like = instanceType("p5.48xlarge");
    addCloudFacts(moon.facts);
    extendCatalog({
      instanceTypes: [{ ...like, name: "moon8.big", family: "moon8" }],
      instancePrices: [
        {
          instanceType: "moon8.big",
          purchase: "on-demand",
          usdPerHour: { "mare-2": 10 },
          pricedOn: "2026-11-01",
          source: "https://example.com/moon",
          checkedOn: "2026-11-23",
        },
      ],
    });
  });

  it("is built of its own parts alone", () => {
    const { resource, provider } = JSON.parse(Testing.synth(build().stack));
    expect(Object.keys(resource).sort()).toEqual(["moon_fabric", "moon_network", "moon_scale_set"]);
    expect(provider).toEqual({ moon: [{ region: "mare-1" }] });
  });

  it("is reviewed with its own prices and quotas, and without a rule of AWS", () => {
    const { cluster } = build();
    expect([cluster.cloud, cluster.region, cluster.fabrics[0]!.kind]).toEqual(["moon", "mare-1", "infiniband"]);
    const of = review(cluster);
    const evaluated = of.results.filter(({ outcome }) => outcome !== "does-not-apply").map(({ rule }) => rule);
    expect(evaluated.length).toBeGreaterThan(5);
    expect(evaluated.filter((id) => onAws.includes(id))).toEqual([]);
    expect(of.quotas).toMatchObject([{ service: "surface", code: "rocks", needed: 4, default: 2 }]);
    expect(of.figures.cost.parts.map(({ name, usdPerHour }) => [name, usdPerHour])).toEqual([
      ["4 x moon8.big, On-Demand (rocks)", 40],
      ["boulders of rocks", 2],
    ]);
    expect(of.figures.cost.parts[0]!.note).toBe("On-Demand in mare-2, 2026-11-01; none for mare-1");
    expect(reviewMarkdown(of)).not.toMatch(/\b(AWS|EC2|EKS|EFA|FSx|S3|EBS|IAM)\b/);
  });

  it("refuses what it lacks at the key that asks for it, all at once", () => {
    const more = `buckets: { data: {} }
fileSystems: { scratch: { kind: lustre, capacityTiB: 4.8 } }
fleets: { runs: { pool: rocks } }
`;
    const spot = TEXT.replace("fabric: true", "fabric: true, capacity: [{ kind: spot }]");
    const told = () => buildBlueprint(new App(), parseBlueprint([{ file: "a.yaml", text: spot + more }]), moon);
    expect(told).toThrow(/buckets\.data: Moon has none of these; leave it out, Moon has network, fabric, pools/);
    expect(told).toThrow(/fileSystems\.scratch\.kind: Moon has no lustre; of its kinds use: none/);
    expect(told).toThrow(/pools\.rocks\.capacity\[0\]\.kind: Moon does not sell spot; use one of on-demand/);
    expect(told).toThrow(/fleets\.runs: Moon has none of these/);
  });

  it("is told by an architecture which of its parts are missing", () => {
    const run = { model: "llama-3.1-8b", tokens: 1e8, sequenceLength: 2048, globalBatchSequences: 64 };
    const props = { availabilityZone: "mare-1a", workload: { ...run, method: "lora" as const } };
    const make = () => new SingleNode(new TerraformStack(new App(), "stack"), "node", props, moon);
    expect(make).toThrow(/CheckpointBucket is needed, which Moon lacks; build it of what Moon has: ClusterNetwork, /);
  });
});

describe("the review's figures and rules", () => {
  it("tell no cloud by its name", () => {
    const folder = join(__dirname, "../../lib");
    const files = ["review", "sizing", "architectures", "blueprint", "cli"].flatMap((layer) =>
      readdirSync(join(folder, layer), { recursive: true, encoding: "utf8" }).map((file) => join(layer, file)),
    );
    const telling = files
      .filter((file) => file.endsWith(".ts") && !file.startsWith("review/clouds/"))
      .filter((file) => /cloud:? (?:[!=]==? )?"(?:aws|azure|gcp)"/.test(readFileSync(join(folder, file), "utf8")));
    expect(telling).toEqual([]);
  });
});
