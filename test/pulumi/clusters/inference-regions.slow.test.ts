import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Provider } from "@pulumi/aws/provider";
import * as pulumi from "@pulumi/pulumi";
import { InferenceRegions, type InferenceRegionsArgs } from "../../../lib/pulumi/clouds/aws/clusters/inference-regions";
import { mockedProgram } from "../mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-regions-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const none = () => undefined;
const args: InferenceRegionsArgs = {
  outdir,
  workload: { model: "llama-3.1-8b", requestsPerSecond: 8, promptTokens: 1000, outputTokens: 200 },
  regions: [
    { availabilityZone: "us-east-2a", share: 0.75 },
    { availabilityZone: "eu-central-1a", share: 0.25, vpcCidr: "10.1.0.0/16", pool: { rootVolumeGiB: 300 } },
  ].map((region) => ({ ...region, instanceType: "g6e.12xlarge" })),
  address: { name: "llm.example.com", hostedZoneId: "Z0123456789ABCDEFGHIJ" },
  routing: "weighted",
};

describe("InferenceRegions in a Pulumi program", () => {
  it("is one cluster a region, each with the region's provider and its part of the DNS name", async () => {
    const { result, registered } = await mockedProgram(none, () => {
      const hostedZoneId = pulumi.output("Z0123456789ABCDEFGHIJ");
      const frankfurt = new Provider("frankfurt", { region: "eu-central-1" });
      return new InferenceRegions("llm", {
        ...args,
        address: { ...args.address, hostedZoneId },
        providers: { "eu-central-1": frankfurt },
      });
    });
    expect(result.regions.map(({ region }) => region)).toEqual(["us-east-2", "eu-central-1"]);
    expect(result.decisions.map(({ choice }) => choice).join("; ")).toMatch(/8 requests per second in us-east-2/);
    const records = registered
      .filter(({ type }) => type === "aws:route53/record:Record")
      .sort((a, b) => b.name.localeCompare(a.name, "en"));
    expect(records.map(({ name }) => name)).toEqual(["llm-us-east-2-serve-address", "llm-eu-central-1-serve-address"]);
    expect(records.map(({ inputs }) => (inputs.weightedRoutingPolicies as { weight: number }[])[0]?.weight)).toEqual([
      75, 25,
    ]);
    expect(records.every(({ inputs }) => inputs.zoneId === "Z0123456789ABCDEFGHIJ")).toBe(true);
    const ofAws = registered.filter(({ custom, type }) => custom && type.startsWith("aws:"));
    for (const { name, provider } of ofAws)
      expect(`${name} ${provider}`).toMatch(/^llm-us-east-2-.*llm-us-east-2-aws::|^llm-eu-central-1-.*::frankfurt::/);
    expect(ofAws.find(({ type, name }) => type.includes("vpc:Vpc") && name.includes("eu-"))?.inputs.cidrBlock).toBe(
      "10.1.0.0/16",
    );
    const clusters = registered.filter(({ type }) => type === "warpform:aws:GpuCluster");
    expect(clusters.every(({ parent }) => parent.endsWith("warpform:index:InferenceRegions::llm"))).toBe(true);
  });

  const one = args.regions[0]!;
  it.each<[string, unknown, pulumi.ComponentResourceOptions, string]>([
    ["no args", undefined, {}, "args must be { workload, regions, address }, got undefined"],
    ["an unknown argument", { ...args, adress: {} }, {}, "adress is not an argument; did you mean address"],
    ["no workload", { ...args, workload: undefined }, {}, "workload is required"],
    ["one region as an object", { ...args, regions: one }, {}, "regions must be a list of two or more, got {"],
    ["one region alone", { ...args, regions: [one] }, {}, "regions must be two or more, got 1"],
    ["one region twice", { ...args, regions: [one, one] }, {}, "got a second zone of us-east-2; use another region"],
    [
      "a construct for a network",
      { ...args, regions: [one, { ...args.regions[1], network: {} }] },
      {},
      "regions[1].network is not an argument; known are",
    ],
    [
      "an Output for a zone",
      { ...args, regions: [one, { availabilityZone: pulumi.output("eu-central-1a") }] },
      {},
      "regions.1.availabilityZone decides sizes or layout and must be a plain value, got an Output",
    ],
    [
      "one provider for all",
      args,
      { providers: [] },
      "option providers would put all regions into one; write the argument providers",
    ],
    [
      "a provider of another region",
      { ...args, providers: { "us-west-2": {} } },
      {},
      "providers.us-west-2 is of no region of this service; it has us-east-2, eu-central-1",
    ],
  ])("says so of %s", async (_, given, options, message) => {
    await mockedProgram(none, () => {
      expect(() => new InferenceRegions("llm", given as InferenceRegionsArgs, options)).toThrow(
        expect.objectContaining({ message: expect.stringContaining(`InferenceRegions llm: ${message}`.slice(22)) }),
      );
    });
  });
});
