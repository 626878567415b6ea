import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { ClusterNetwork } from "../../../lib/clouds/aws/network/cluster-network";
import { GpuCluster } from "../../../lib/pulumi/clouds/aws/clusters/gpu-cluster";
import { mockedProgram } from "../mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-built-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const message = (name: string, build: (stack: TerraformStack) => unknown) =>
  mockedProgram(
    () => undefined,
    () => {
      try {
        new GpuCluster(name, { region: "us-east-2", outdir: join(outdir, name), build: build as never });
        return "";
      } catch (error) {
        return (error as Error).message;
      }
    },
  ).then(({ result }) => result);

describe("what build hands back", () => {
  it.each<[string, unknown, string]>([
    ["output", { arn: pulumi.output("a") }, "arn, which build hands back, is an Output already"],
    ["promise", { arn: Promise.resolve("a") }, "arn, which build hands back, is an Output already"],
    ["nothing", { head: undefined }, "must be a value of a construct, got undefined; leave it out"],
    ["null", { head: null }, "must be a value of a construct, got null; leave it out"],
    ["function", { head: () => 1 }, "must be a value of a construct, got a function; leave it out"],
    ["text", "vpc-1", 'build must hand back values by name, { vpcId: network.vpcId }, got "vpc-1"'],
    ["list", ["vpc-1"], 'build must hand back values by name, { vpcId: network.vpcId }, got ["vpc-1"]'],
    ["whole-output", pulumi.output({}), "build must hand back values by name"],
  ])("is refused where it is no value of a construct: %s", async (name, built, expected) => {
    expect(await message(`a-${name}`, () => built)).toContain(expected);
  });

  it("is refused where it is a construct, alone or by a name", async () => {
    expect(await message("alone", (stack) => new Construct(stack, "part"))).toMatch(/got a Construct$/);
    const named = await message("named", (stack) => ({ part: new Construct(stack, "part") }));
    expect(named).toBe(
      "GpuCluster named: part, which build hands back, is a whole Construct; hand back values of it, such as ids, names or ARNs",
    );
  });
});

describe("a second stack in build", () => {
  it("is an error, since it would be left out", async () => {
    const build = (stack: TerraformStack) => {
      new TerraformStack(stack.node.root, "workloads");
      return {};
    };
    expect(await message("two", build)).toBe(
      "cluster two: stack workloads would be left out, since a cluster here is one stack; declare what is in it in a GpuCluster of its own (several regions: InferenceRegions)",
    );
  });
});

describe("an Output that a construct got as if it were text", () => {
  const network = (team: unknown) => (stack: TerraformStack) => {
    new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", tags: { team } as Record<string, string> });
    return {};
  };

  it("is an error that says where and how to give it", async () => {
    expect(await message("as-value", network(pulumi.output("vision")))).toMatch(
      /^ClusterNetwork "as-value\/network": tags\.team must be text, got an Output, .*; give it by inputs: \{ name: output \}/,
    );
  });

  it("is an error too where it was written into a text, which Pulumi only fills with an explanation", async () => {
    expect(await message("in-text", network(`of ${pulumi.output("vision")}`))).toMatch(
      /^ClusterNetwork "in-text\/network": tags must have values .*, got an Output, of which constructs know nothing; give it by inputs/,
    );
  });
});
