import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { Provider } from "@pulumi/aws/provider";
import { Bucket } from "@pulumi/aws/s3/bucket";
import * as pulumi from "@pulumi/pulumi";
import { TerraformOutput, type TerraformStack } from "cdktf";
import { ClusterNetwork } from "../../lib/clouds/aws/network/cluster-network";
import { GpuCluster } from "../../lib/pulumi/clouds/aws/clusters/gpu-cluster";
import { mockedProgram, type Registered } from "./mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-options-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const typeOf = (token: string) => (token === "aws:ec2/vpc:Vpc" ? "aws_vpc" : undefined);
const SECRET = "4dabf18193072939515e22adb298388d";
class Platform extends pulumi.ComponentResource {}

const args = (name: string) => ({
  outdir: join(outdir, name),
  inputs: { team: pulumi.secret("vision") },
  build: (stack: TerraformStack, { team }: Readonly<Record<string, string>>) => {
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", tags: { team: team! } });
    new TerraformOutput(stack, "hidden", { value: network.vpcId, sensitive: true });
    return { vpcId: network.vpcId, team };
  },
});

/** What is registered with the options, the cluster's component aside. */
async function registeredWith(options: () => pulumi.ComponentResourceOptions) {
  const { registered, result } = await mockedProgram(typeOf, () => new GpuCluster("lab", args("lab"), options()));
  const made = registered.filter(({ custom, name }) => custom && name.startsWith("lab-"));
  expect(made.length).toBeGreaterThan(10);
  return { result, made, all: registered, component: registered.find(({ name }) => name === "lab") as Registered };
}

describe("a GpuCluster without a region", () => {
  it("leaves account and region to the program's own provider", async () => {
    const { all, made } = await registeredWith(() => ({}));
    expect(all.filter(({ type }) => type.startsWith("pulumi:providers:"))).toEqual([]);
    expect(made.every(({ provider }) => provider === "")).toBe(true);
  });
});

describe("a GpuCluster with a region", () => {
  afterEach(() => pulumi.runtime.setAllConfig({}));

  it("declares a provider with the stack's account, roles and tags", async () => {
    const tags = { tags: { team: "vision" } };
    const roles = [{ roleArn: "arn:aws:iam::111122223333:role/deploy", externalId: "hush" }];
    const settings = {
      "aws:region": "us-west-2",
      "aws:profile": "lab",
      "aws:defaultTags": JSON.stringify(tags),
      "aws:assumeRoles": JSON.stringify(roles),
      "aws:maxRetries": "7",
      "other:profile": "none",
    };
    pulumi.runtime.setAllConfig(settings, ["aws:assumeRoles"]);
    const { registered } = await mockedProgram(
      typeOf,
      () => new GpuCluster("lab", { ...args("lab"), region: "us-east-2" }),
    );
    const provider = registered.find(({ type }) => type === "pulumi:providers:aws");
    expect(provider?.inputs).toMatchObject({
      region: "us-east-2",
      profile: "lab",
      defaultTags: JSON.stringify(tags),
      maxRetries: "7",
    });
    expect(JSON.stringify(provider?.inputs.assumeRoles)).toContain(SECRET);
  });
});

describe("an option of a GpuCluster", () => {
  let shared: Awaited<ReturnType<typeof registeredWith>>;
  beforeAll(async () => {
    shared = await registeredWith(() => ({
      parent: new Platform("my:index:Platform", "lab-platform"),
      protect: true,
      retainOnDelete: true,
      aliases: [{ name: "old" }],
      transforms: [() => undefined],
      transformations: [
        ({ type, props, opts }) =>
          type === "aws:ec2/vpc:Vpc"
            ? {
                props: { ...props, enableNetworkAddressUsageMetrics: true },
                opts: pulumi.mergeOptions(opts, { additionalSecretOutputs: ["cidrBlock"] }),
              }
            : undefined,
      ],
    }));
  });

  it("parent puts the whole below a component", () => {
    const { component, made } = shared;
    expect(component.parent).toMatch(/my:index:Platform::lab-platform$/);
    for (const { parent } of made) expect(parent).toContain("warpform:aws:GpuCluster");
  });

  it("protect guards every resource", () => {
    const { made } = shared;
    expect(made.filter(({ protect }) => !protect)).toEqual([]);
  });

  it("retainOnDelete leaves every resource in the cloud", () => {
    const { made } = shared;
    expect(made.filter(({ retainOnDelete }) => !retainOnDelete)).toEqual([]);
  });

  it.each<[string, (bucket: Bucket) => pulumi.ComponentResourceOptions["dependsOn"]]>([
    ["one resource", (bucket) => bucket],
    ["a list", (bucket) => [bucket]],
    ["an Output", (bucket) => pulumi.output([bucket])],
  ])("dependsOn makes every resource wait for %s", async (_, dependsOn) => {
    const { made } = await registeredWith(() => ({ dependsOn: dependsOn(new Bucket("first")) }));
    for (const { dependencies } of made) expect(dependencies.join()).toContain("aws:s3/bucket:Bucket::first");
  });

  // The engine hands an alias down to each child whose name begins with the component's.
  it("aliases go to the engine with the component, whose name every name below begins with", () => {
    const { component, made, all } = shared;
    expect(component.aliasNames).toEqual(["old"]);
    expect(all.filter(({ name }) => name !== "lab" && !name.startsWith("lab-"))).toEqual([]);
    expect(made.filter(({ parent }) => !/::lab(-[a-z-]+)?$/.test(parent))).toEqual([]);
  });

  it("transformations see every resource, and may make an output of one secret", () => {
    const { made, component } = shared;
    const vpc = made.find(({ type }) => type === "aws:ec2/vpc:Vpc");
    expect(vpc?.inputs).toMatchObject({ enableNetworkAddressUsageMetrics: true });
    expect(vpc?.additionalSecretOutputs).toEqual(["cidrBlock"]);
    expect(component.additionalSecretOutputs).toEqual([]);
  });

  it("transforms are handed to the engine with the component", () => {
    const { component } = shared;
    expect(component.transforms).toBe(1);
  });

  it("provider serves every resource, and the cluster declares none of its own", async () => {
    const { made, all } = await registeredWith(() => ({ provider: new Provider("mine", { region: "us-east-2" }) }));
    for (const { provider } of made) expect(provider).toContain("pulumi:providers:aws::mine::");
    expect(all.filter(({ type }) => type.startsWith("pulumi:providers:"))).toHaveLength(1);
  });

  it("provider cannot stand for two of the stack, whose resources would change their region", async () => {
    const build = (stack: TerraformStack) => {
      const east = new AwsProvider(stack, "east", { region: "us-east-1", alias: "east" });
      new SnsTopic(stack, "costs", { provider: east });
      return {};
    };
    await mockedProgram(typeOf, () => {
      const mine = new Provider("mine", { region: "us-east-2" });
      const make = () => new GpuCluster("lab", { region: "us-east-2", outdir, build }, { provider: mine });
      expect(make).toThrow(
        "stack lab as Pulumi: provider.aws.east: the provider that the program gives would take its place as well as provider.aws's; leave provider out, or give what needs it a GpuCluster of its own",
      );
    });
  });

  it("providers may name the one for each package", async () => {
    const { made } = await registeredWith(() => ({
      providers: { aws: new Provider("named", { region: "us-east-2" }) },
    }));
    for (const { provider } of made) expect(provider).toContain("pulumi:providers:aws::named::");
  });
});

describe("a secret", () => {
  it("stays secret in the resources and outputs that it flows into", async () => {
    const { made, result } = await registeredWith(() => ({}));
    const vpc = made.find(({ type }) => type === "aws:ec2/vpc:Vpc");
    expect(JSON.stringify(vpc?.inputs.tags)).toContain(SECRET);
    expect(await pulumi.isSecret(result.outputs.team)).toBe(true);
    expect(await pulumi.isSecret(result.outputs.vpcId)).toBe(false);
  });
});

describe("an option that counts for one resource", () => {
  it.each([
    "additionalSecretOutputs",
    "customTimeouts",
    "deleteBeforeReplace",
    "id",
    "ignoreChanges",
    "import",
    "replaceOnChanges",
  ])("%s is an error, since Pulumi would drop it", async (option) => {
    await mockedProgram(typeOf, () =>
      expect(() => new GpuCluster("lab", args("lab"), { [option]: [] } as never)).toThrow(
        `option ${option} counts for one resource, not for a component; set it by transformations, for the resources meant`,
      ),
    );
  });
});
