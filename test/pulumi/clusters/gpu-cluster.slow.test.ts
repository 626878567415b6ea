import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Vpc as VpcConstruct } from "@cdktf/provider-aws/lib/vpc";
import { Vpc } from "@pulumi/aws/ec2/vpc";
import { Provider } from "@pulumi/aws/provider";
import * as pulumi from "@pulumi/pulumi";
import { App, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { ClusterNetwork } from "../../../lib/clouds/aws/network/cluster-network";
import { GpuCluster } from "../../../lib/pulumi/clouds/aws/clusters/gpu-cluster";
import { mockedProgram } from "../mocked-program";

// The smallest: what is shown does not depend on the size, and the acceptance walk takes every example.
const single = join(__dirname, "../../../examples/blueprints/single-node.yaml");
const outdir = mkdtempSync(join(tmpdir(), "warpform-pulumi-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const typeOf = (token: string) =>
  ({ "aws:ec2/vpc:Vpc": "aws_vpc", "aws:ec2/subnet:Subnet": "aws_subnet" })[token] as string | undefined;
const known = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => void output.apply((value) => resolve(value)));

describe("GpuCluster", () => {
  it("declares a blueprint's resources below components named like its constructs", async () => {
    const { result, registered } = await mockedProgram(
      typeOf,
      () => new GpuCluster("train", { blueprint: single, outdir }),
    );
    const components = registered.filter(({ custom }) => !custom).map(({ type, name }) => `${type} ${name}`);
    expect(components).toEqual(
      expect.arrayContaining(["warpform:aws:GpuCluster train", "warpform:aws:GpuNodePool train-l40s"]),
    );
    expect(registered.filter(({ custom }) => custom)).toHaveLength(result.resources.size);
    expect(await known(result.resource(Vpc, "network/vpc").urn)).toContain(
      "warpform:aws:ClusterNetwork$aws:ec2/vpc:Vpc::train-network-vpc",
    );
    expect(result.model.pools.map(({ name }) => name)).toEqual(["l40s"]);
  });

  it("says that a blueprint's state isn't where Pulumi keeps its own", async () => {
    const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
    const set = ["state.bucket=states"];
    await mockedProgram(typeOf, () => new GpuCluster("train", { blueprint: single, set, outdir }));
    expect(warn.mock.calls.map(([message]) => message)).toEqual([
      "the s3 backend is where Terraform keeps its state; Pulumi keeps its own where pulumi login says",
    ]);
    warn.mockRestore();
  });

  it("resolves what build hands back, and takes Outputs of other resources as inputs", async () => {
    const { result, registered } = await mockedProgram(typeOf, () => {
      const cluster = new GpuCluster("small", {
        region: "us-east-2",
        outdir: join(outdir, "small"),
        inputs: { team: pulumi.output("vision") },
        build: (stack, { team }) => {
          const network = new ClusterNetwork(stack, "network", {
            availabilityZone: "us-east-2a",
            tags: { team: team! },
          });
          return { vpcId: network.vpcId, zone: "us-east-2a" };
        },
      });
      return { vpcId: known(cluster.outputs.vpcId), zone: known(cluster.outputs.zone) };
    });
    expect(await result.vpcId).toBe("small-network-vpc.id");
    expect(await result.zone).toBe("us-east-2a");
    const vpc = registered.find(({ type }) => type === "aws:ec2/vpc:Vpc");
    expect(vpc?.inputs.tags).toMatchObject({ team: "vision" });
    const provider = registered.find(({ type }) => type === "pulumi:providers:aws");
    expect(provider?.inputs).toMatchObject({ region: "us-east-2" });
  });

  it("takes the user's provider instead of its own", async () => {
    const { registered } = await mockedProgram(typeOf, () => {
      const provider = new Provider("mine", { region: "us-east-2" });
      return new GpuCluster("train", { blueprint: single, outdir }, { provider });
    });
    expect(registered.filter(({ type }) => type === "pulumi:providers:aws").map(({ name }) => name)).toEqual(["mine"]);
  });

  it("names the nearest path of a resource that isn't there", async () => {
    await mockedProgram(typeOf, () => {
      const cluster = new GpuCluster("train", { blueprint: single, outdir });
      expect(() => cluster.resource(Vpc, "network/vcp")).toThrow('no Vpc is at "network/vcp"; found: network/vpc');
    });
  });
});

describe("a GpuCluster with resources that a new version renames", () => {
  it("tells the engine their old names, so that nothing is replaced", async () => {
    // what an earlier version called them, by the CDK's own rule
    const old = new TerraformStack(new App(), "lab");
    const idOf = (outer: string, ...ids: string[]) => {
      const scope = ids.slice(0, -1).reduce((at, id) => new Construct(at, id), new Construct(old, outer));
      return new VpcConstruct(scope, ids.at(-1)!, {}).friendlyUniqueId;
    };
    const [inside, outside] = [idOf("network", "main-vpc", "Resource"), idOf("net", "vpc")];
    const { registered } = await mockedProgram(typeOf, () => {
      new GpuCluster("lab", {
        region: "us-east-2",
        outdir: join(outdir, "moved"),
        build: (stack: TerraformStack) => {
          const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
          const vpc = network.node.findChild("vpc") as VpcConstruct;
          vpc.moveFromId(`aws_vpc.${inside}`);
          const other = new VpcConstruct(new Construct(stack, "second"), "vpc", {});
          other.moveFromId(`aws_vpc.${outside}`);
          return {};
        },
      });
    });
    const [first, second] = registered.filter(({ type }) => type === "aws:ec2/vpc:Vpc");
    expect(first).toMatchObject({ name: "lab-network-vpc", aliasNames: ["lab-network-main-vpc"] });
    expect(first?.aliasParents[0]).toMatch(/warpform:aws:ClusterNetwork::lab-network$/);
    expect(second).toMatchObject({ name: "lab-second-vpc", aliasNames: ["lab-net-vpc"] });
    expect(second?.aliasParents[0]).toMatch(/warpform:aws:GpuCluster\$warpform:aws:Construct::lab-net$/);
    expect(registered.filter(({ aliasNames }) => aliasNames.length > 0)).toHaveLength(2);
  });
});

describe("a wrong GpuCluster", () => {
  const build = () => ({});
  it.each<[string, string, unknown, string]>([
    [
      "a name AWS won't take",
      "Train_1",
      { build },
      'name must be 2 to 40 lower-case letters, digits and hyphens, got "Train_1"',
    ],
    ["no arguments", "train", undefined, "args must be { build } or { blueprint }, got undefined"],
    [
      "Outputs for arguments",
      "train",
      pulumi.output({ build }),
      "args must be { build } or { blueprint }, got an Output",
    ],
    ["neither build nor blueprint", "train", {}, "build is missing; give build: (stack) => { … } or blueprint: a path"],
    ["both", "train", { build, blueprint: single }, "build and blueprint exclude each other; leave one out"],
    ["an unknown argument", "train", { build, regoin: "x" }, "regoin is not an argument; did you mean region"],
    ["a build that isn't a function", "train", { build: "x" }, 'build must be a function of the stack, got "x"'],
    [
      "an async build",
      "train",
      { build: async () => ({}) },
      "build must not be async; await what it needs before, and give it by inputs",
    ],
    [
      "a zone for a region",
      "train",
      { build, region: "us-east-2a" },
      'region must be like us-east-2, got "us-east-2a"',
    ],
    [
      "an unknown region",
      "train",
      { build, region: pulumi.output("us-east-2") },
      "region decides the layout and must be a plain value, got an Output; take it from pulumi.Config or write it out",
    ],
    [
      "a region beside a blueprint",
      "train",
      { blueprint: single, region: "us-east-2" },
      "region follows from the blueprint's availabilityZone; leave it out",
    ],
    [
      "an unknown blueprint",
      "train",
      { blueprint: pulumi.output(single) },
      "blueprint decides the layout and must be a plain value, got an Output; take it from pulumi.Config or write it out",
    ],
    [
      "a blueprint that isn't there",
      "train",
      { blueprint: "no.yaml" },
      'blueprint "no.yaml" is not a file; paths are relative to the directory of the program',
    ],
    [
      "settings without a blueprint",
      "train",
      { build, set: ["a=1"] },
      "set goes with blueprint; with build, write the values where they are used",
    ],
    [
      "inputs beside a blueprint",
      "train",
      { blueprint: single, inputs: {} },
      "inputs can only be used with build; pass plain values to a blueprint with set",
    ],
    ["a list of inputs", "train", { build, inputs: ["a"] }, 'inputs must be values by name, got ["a"]'],
    [
      "an input with a hyphen",
      "train",
      { build, inputs: { "vpc-id": "x" } },
      "inputs.vpc-id must be named by letters, digits and underscores",
    ],
    [
      "a number as input",
      "train",
      { build, inputs: { nodes: 4 } },
      "inputs.nodes must be text or an Output of text, got 4",
    ],
    ["an empty outdir", "train", { build, outdir: "" }, 'outdir must be a folder, got ""'],
  ])("says so of %s", async (_, name, args, message) => {
    await mockedProgram(typeOf, () =>
      expect(() => new GpuCluster(name, args as never)).toThrow(new Error(`GpuCluster ${name}: ${message}`)),
    );
  });

  it("says so of two clusters with one name", async () => {
    await mockedProgram(typeOf, () => {
      const args = { build, outdir: join(outdir, "twice") };
      new GpuCluster("train", args);
      expect(() => new GpuCluster("train", args)).toThrow(
        new Error("GpuCluster train: name train is taken by another cluster; give each its own"),
      );
    });
  });

  it("says so of an Output where the network's layout is computed", async () => {
    await mockedProgram(typeOf, () => {
      const args = {
        outdir: join(outdir, "zone"),
        inputs: { zone: pulumi.output("us-east-2a") },
        build: (stack: TerraformStack, { zone }: Readonly<Record<string, string>>) => {
          new ClusterNetwork(stack, "network", { availabilityZone: zone! });
          return {};
        },
      };
      expect(() => new GpuCluster("zone", args)).toThrow(/availabilityZone/);
    });
  });
});
