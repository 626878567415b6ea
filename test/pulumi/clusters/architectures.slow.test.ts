import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Vpc } from "@pulumi/aws/ec2/vpc";
import * as pulumi from "@pulumi/pulumi";
import { Capacity, Image } from "../../../lib/pulumi/clouds/aws/capacity-image-placement";
// FineTuningCluster, which takes longer, is in test/acceptance/pulumi/packed.mjs.
import { InferenceCluster, SingleNode, TrainingCluster } from "../../../lib/pulumi/clouds/aws/clusters/architectures";
import { mockedProgram } from "../mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-architectures-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const typeOf = (token: string) =>
  ({ "aws:ec2/vpc:Vpc": "aws_vpc", "aws:ec2/subnet:Subnet": "aws_subnet", "aws:s3/bucket:Bucket": "aws_s3_bucket" })[
    token
  ] as string | undefined;
const known = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => void output.apply((value) => resolve(value)));

const place = { availabilityZone: "us-east-2a", outdir };
const tuning = {
  model: "llama-3.1-8b",
  method: "qlora",
  tokens: 1e8,
  sequenceLength: 2048,
  globalBatchSequences: 32,
  deadlineDays: 1,
} as const;
const training = {
  model: "llama-3.1-70b",
  tokens: 1e11,
  sequenceLength: 8192,
  globalBatchSequences: 1024,
  deadlineDays: 30,
} as const;
describe("an architecture in a Pulumi program", () => {
  it.each([
    [
      "TrainingCluster",
      () =>
        new TrainingCluster("lab", {
          ...place,
          workload: training,
          instanceType: "p5.48xlarge",
          nodes: 16,
          scheduler: "fleet",
        }),
    ],
    ["SingleNode", () => new SingleNode("lab", { ...place, workload: tuning, instanceType: "g6e.12xlarge" })],
  ])("%s is a component whose parts are components below it", async (kind, make) => {
    const { result, registered } = await mockedProgram(
      typeOf,
      (): TrainingCluster | SingleNode => make() as SingleNode,
    );
    const components = registered.filter(({ custom }) => !custom).map(({ type, name }) => `${type} ${name}`);
    expect(components[0]).toBe(`warpform:index:${kind} lab`);
    expect(components).toContain("warpform:aws:ClusterNetwork lab-network");
    expect(components.filter((component) => component.includes("GpuNodePool"))).toHaveLength(1);
    expect(registered.filter(({ custom }) => custom)).toHaveLength(result.resources.size);
    expect(await known(result.vpcId)).toBe("lab-network-vpc.id");
    expect(await known(result.computeSubnetId)).toMatch(/^lab-network-.*\.id$/);
    expect(typeof (await known(result.bucketName))).toBe("string");
    expect(result.resource(Vpc, "network/vpc")).toBeInstanceOf(Vpc);
    expect(result.decisions.length).toBeGreaterThan(0);
    expect(await known(result.autoscalingGroupNames!)).toHaveLength(1);
  });

  it("takes Outputs for keys and tags of its parts, and gives those of its scheduler", async () => {
    const { result, registered } = await mockedProgram(typeOf, () => {
      const key = pulumi.output("arn:aws:kms:us-east-2:111122223333:key/k");
      return new TrainingCluster("lab", {
        ...place,
        workload: training,
        instanceType: "p5.48xlarge",
        nodes: 16,
        pool: { volumeKmsKeyArn: key, tags: { team: pulumi.output("vision") } },
        existingLustre: {
          fileSystemId: pulumi.output("fs-0123456789abcdef0"),
          mountName: pulumi.output("abcdefgh"),
          availabilityZone: "us-east-2a",
          capacityTiB: 48,
          throughputPerTiB: 250,
        },
      });
    });
    expect(await known(result.headInstanceId!)).toBe("lab-slurm-head.id");
    expect(await known(result.fileSystemId)).toBe("fs-0123456789abcdef0");
    expect([result.eksClusterName, result.autoscalingGroupNames]).toEqual([undefined, undefined]);
    expect(registered.filter(({ type }) => type.includes("lustreFileSystem"))).toEqual([]);
    const template = JSON.stringify(registered.find(({ type }) => type.includes("launchTemplate"))?.inputs);
    expect(template).toContain('"kmsKeyId":"arn:aws:kms:us-east-2:111122223333:key/k"');
    expect(template).toContain('"team":"vision"');
  });

  it("takes Outputs for the image and the reservation of its nodes", async () => {
    const { registered } = await mockedProgram(typeOf, () => {
      const capacity = [Capacity.reservation(pulumi.output("cr-0123456789abcdef0"), { nodes: 1 })];
      const image = Image.id(pulumi.output("ami-0123456789abcdef0"), "ubuntu-24.04");
      const bootSteps = [{ name: "hello", phase: "agents", text: pulumi.output("#!/bin/sh\necho hello") }] as const;
      return new SingleNode("lab", {
        ...place,
        workload: tuning,
        instanceType: "g6e.12xlarge",
        capacity,
        pool: { image, bootSteps },
      });
    });
    const template = registered.find(({ type, name }) => type.includes("launchTemplate") && !/head/.test(name))?.inputs;
    expect(template?.imageId).toBe("ami-0123456789abcdef0");
    expect(JSON.stringify(template)).toContain('"capacityReservationId":"cr-0123456789abcdef0"');
    const userData = Buffer.from(String(template?.userData), "base64");
    const text = userData.subarray(0, 2).toString("hex") === "1f8b" ? gunzipSync(userData) : userData;
    expect(text.toString()).toContain("#!/bin/sh\necho hello");
  });

  it("takes Outputs for what reaches a service and its cluster", async () => {
    const { registered } = await mockedProgram(typeOf, () => {
      const image = pulumi.output("111122223333.dkr.ecr.us-east-2.amazonaws.com/vllm:1");
      return new InferenceCluster("serve", {
        ...place,
        instanceType: "g6e.12xlarge",
        nodes: 2,
        workload: { model: "llama-3.1-8b", requestsPerSecond: 8, promptTokens: 1000, outputTokens: 200 },
        serving: { image, allowedCidrs: [pulumi.output("10.9.0.0/16")], env: { LOG: pulumi.output("debug") } },
        ray: {
          publicEndpointCidrs: [pulumi.output("203.0.113.0/24")],
          monthlyBudgetUsd: 100,
          budgetEmails: [pulumi.output("costs@example.com")],
        },
      });
    });
    const inputsOf = (type: string) =>
      JSON.stringify(registered.filter((of) => of.type.includes(type)).map(({ inputs }) => inputs));
    expect(inputsOf("eks/cluster:Cluster")).toContain('"publicAccessCidrs":["203.0.113.0/24"]');
    expect(inputsOf("budgets/budget")).toContain("costs@example.com");
    const releases = inputsOf("helm.sh/v3:Release");
    for (const text of ["amazonaws.com/vllm:1", "10.9.0.0/16", "debug"]) expect(releases).toContain(text);
    expect(releases).not.toContain("TfToken");
  });

  it("stands in a network and on a bucket of other resources", async () => {
    const { result, registered } = await mockedProgram(typeOf, () => {
      const vpc = new Vpc("shared", { cidrBlock: "10.0.0.0/16" });
      const existingNetwork = {
        availabilityZone: "us-east-2a",
        vpcId: vpc.id,
        vpcCidr: "10.0.0.0/16",
        computeSubnetId: pulumi.output("subnet-0123456789abcdef0"),
      };
      const existingBucket = { bucketName: pulumi.output("models") };
      const args = { existingNetwork, existingBucket, outdir, workload: tuning, instanceType: "g6e.12xlarge" };
      return new SingleNode("lab", args);
    });
    expect(await known(result.vpcId)).toBe("shared.id");
    expect(await known(result.bucketName)).toBe("models");
    expect(registered.filter(({ type }) => type === "aws:ec2/vpc:Vpc")).toHaveLength(1);
    const groups = registered.filter(({ type }) => type === "aws:ec2/securityGroup:SecurityGroup");
    expect(groups.map(({ inputs }) => inputs.vpcId)).toEqual(groups.map(() => "shared.id"));
  });
});

describe("a wrong architecture", () => {
  const good = { ...place, workload: tuning };
  it.each<[string, string, unknown, string]>([
    ["no arguments", "lab", undefined, "args must be { availabilityZone, workload }, got undefined"],
    ["a name AWS won't take", "Lab", good, 'name must be 2 to 40 lower-case letters, digits and hyphens, got "Lab"'],
    [
      "no place",
      "lab",
      { workload: tuning },
      'availabilityZone or existingNetwork is required; write availabilityZone: "us-east-2a"',
    ],
    [
      "two places",
      "lab",
      { ...good, existingNetwork: {} },
      "availabilityZone and existingNetwork exclude each other; leave one out",
    ],
    [
      "an unknown argument",
      "lab",
      { ...good, instancetype: "x" },
      "instancetype is not an argument; did you mean instanceType",
    ],
    [
      "a construct",
      "lab",
      { ...good, network: {} },
      "network is a construct, which has no stack here; write existingNetwork with its ids",
    ],
    [
      "a bucket construct",
      "lab",
      { ...good, bucket: {} },
      "bucket is a construct, which has no stack here; write existingBucket with its ids",
    ],
    [
      "an Output deep in the workload",
      "lab",
      { ...good, workload: { ...tuning, deadlineDays: pulumi.output(1) } },
      "workload.deadlineDays decides sizes or layout and must be a plain value, got an Output; take it from pulumi.Config or write it out",
    ],
    [
      "an Output for the nodes of a reservation",
      "lab",
      { ...good, capacity: [Capacity.reservation("cr-0123456789abcdef0", { nodes: pulumi.output(1) as never })] },
      "capacity.0.nodes decides sizes or layout and must be a plain value, got an Output; take it from pulumi.Config or write it out",
    ],
    [
      "one Output for a list",
      "lab",
      { ...good, pool: { securityGroupIds: pulumi.output(["sg-0123456789abcdef0"]) } },
      "pool.securityGroupIds must be a list or map whose values may be Outputs, got one Output of the whole; write [ids.apply((all) => all[0]), …]",
    ],
    [
      "an Output for the network's block",
      "lab",
      { workload: tuning, existingNetwork: { availabilityZone: "us-east-2a", vpcCidr: pulumi.output("10.0.0.0/16") } },
      "existingNetwork.vpcCidr decides sizes or layout and must be a plain value, got an Output; take it from pulumi.Config or write it out",
    ],
  ])("says so of %s", async (_, name, args, message) => {
    await mockedProgram(typeOf, () =>
      expect(() => new SingleNode(name, args as never)).toThrow(new Error(`SingleNode ${name}: ${message}`)),
    );
  });

  it("says so of a zone outside the stack's region", async () => {
    pulumi.runtime.setAllConfig({ "aws:region": "us-west-2" });
    await mockedProgram(typeOf, () =>
      expect(() => new SingleNode("lab", { ...place, workload: tuning })).toThrow(
        "availabilityZone us-east-2a is not in us-west-2, which aws:region says; give { provider } of us-east-2, or a zone of us-west-2",
      ),
    );
    pulumi.runtime.setAllConfig({});
  });
});
