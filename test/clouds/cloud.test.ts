import { App } from "cdktf";
import { buildBlueprint } from "../../lib/blueprint/build";
import { ejectBlueprint } from "../../lib/blueprint/eject";
import { parseBlueprint } from "../../lib/blueprint/load";
import { GpuNodePool } from "../../lib/clouds/aws/pools/gpu-node-pool";
import { type DefaultCloud, defaultCloud } from "../../lib/clouds/default-cloud";
import { ADOPTERS } from "../../lib/remedies/adopters";

const TEXT = `apiVersion: warpform/v1
name: demo
network: { availabilityZone: us-east-2a }
pools: { gpus: { instanceType: g6e.12xlarge, nodes: { min: 0, max: 4 } } }
fleets: { runs: { pool: gpus } }
`;

describe("a cloud", () => {
  const loaded = parseBlueprint([{ file: "a.yaml", text: TEXT }]);

  it("brings the parts, the provider and the regions that a blueprint is built of", () => {
    class OwnPool extends GpuNodePool {}
    const regions: string[] = [];
    const own: DefaultCloud = {
      ...defaultCloud,
      parts: { ...defaultCloud.parts, GpuNodePool: OwnPool },
      regionOf: () => "moon-1",
      declareProvider: (_, region) => void regions.push(region),
    };
    const { stack } = buildBlueprint(new App(), loaded, own);
    expect(stack.node.findChild("gpus")).toBeInstanceOf(OwnPool);
    expect(regions).toEqual(["moon-1"]);
  });

  it("is the one that the model names, and whose provider a program declares", () => {
    expect(buildBlueprint(new App(), loaded).cluster.cloud).toBe(defaultCloud.name);
    expect(ejectBlueprint(loaded.blueprint)).toContain('new AwsProvider(stack, "aws", { region: "us-east-2" });');
  });

  it("has each kind of adopter once, and tells outputs of its own constructs alone", () => {
    expect(defaultCloud.adopters.map(({ kind }) => kind).sort()).toEqual(Object.keys(ADOPTERS).sort());
    const { stack } = buildBlueprint(new App(), loaded);
    const fleet = stack.node.findChild("runs");
    expect(defaultCloud.adopters.flatMap(({ kind, outputs }) => (outputs(fleet) ? [kind] : []))).toEqual(["fleet"]);
  });
});
