import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformStack, Testing } from "cdktf";
import { ClusterNetwork, GpuNodePool, Image, Placement } from "../../../../lib/clouds/aws/index";
import type { BootStep } from "../../../../lib/clouds/aws/shared/boot-step";
import { adopt, messageOf, synthesized, testNetwork, testStack } from "../synthesized";

function pool(props: object): TerraformStack {
  const stack = testStack();
  const network = testNetwork(stack);
  adopt(new GpuNodePool(stack, "h100", { network, instanceType: "g6e.xlarge", nodes: { min: 1, max: 2 }, ...props }));
  return stack;
}

describe("GpuNodePool", () => {
  it.each<[string, object, string]>([
    [
      "an ARN as a profile's name",
      { instanceProfileName: "arn:aws:iam::123456789012:instance-profile/ours" },
      'use "ours"',
    ],
    ["an alias as a key's ARN", { volumeKmsKeyArn: "alias/ebs" }, "volumeKmsKeyArn must be the ARN of a KMS key"],
    [
      "a placement group without a name",
      { placement: Placement.existing("") },
      "placement must name the existing group",
    ],
    [
      "labels with blanks",
      { labels: { team: "a b" } },
      'labels must have keys and values of letters, digits, dots, dashes and underscores, values of 1 to 63, got "team": "a b";',
    ],
    [
      "a taint of no effect",
      { taints: [{ key: "dedicated", effect: "NoStart" }] },
      'taints[0].effect must be "NoSchedule", "PreferNoSchedule" or "NoExecute", got "NoStart"',
    ],
    [
      "a taint of Kubernetes",
      { taints: [{ key: "node.kubernetes.io/x", effect: "NoExecute" }] },
      "taints[0].key must not be",
    ],
    ["a taint for a fleet", { taints: [{ key: "dedicated", effect: "NoSchedule" }] }, "which are Kubernetes' alone"],
    ["a misspelt taint", { taints: [{ key: "a", efect: "NoSchedule" }] }, "efect"],
    ["a list of labels", { labels: ["a"] }, "labels must be an object of texts"],
    ["a step without text", { bootSteps: [{ name: "a", phase: "system" }] }, "bootSteps[0].text is required"],
    [
      "a step of no phase",
      { bootSteps: [{ name: "a", phase: "late", text: "#!/bin/sh" }] },
      'bootSteps[0].phase must be "system", "disks"',
    ],
    ["a script without #!", { bootSteps: [{ name: "a", phase: "system", text: "echo" }] }, 'must begin with "#!"'],
    ["a number as a tag", { tags: { a: 5 } }, 'tags.a must be text, got 5; use "5"'],
    ["a tag of AWS's own", { tags: { "aws:x": "1" } }, 'tags must not begin with "aws:"'],
    ["an image of no system", { image: Image.id("ami-0123456789abcdef0", undefined as never) }, "got undefined; use"],
    [
      "an image without an id",
      { image: Image.id(undefined as never, "al2023") },
      'image id must look like "ami-0123456789abcdef0", got undefined (is an environment variable not set?)',
    ],
    [
      "an image of no parameter",
      { image: Image.ssmParameter(undefined as never, "al2023") },
      "image must name an SSM parameter such as",
    ],
    [
      "an unknown image",
      { image: Image.dlami("ubuntu-20.04" as "ubuntu-22.04") },
      'got "ubuntu-20.04"; use "ubuntu-24.04"',
    ],
  ])("refuses %s", (_, props, words) => expect(messageOf(() => pool(props))).toContain(words));

  it.each<[string, object, string]>([
    ["without text", { name: "a", phase: "system" }, "text is required"],
    ["of no phase", { name: "a", phase: "late", text: "#!/bin/sh" }, 'phase must be "system", "disks"'],
    ["without #!", { name: "a", phase: "system", text: "echo" }, 'must begin with "#!"'],
    ["misspelt", { name: "a", phase: "system", script: "#!/bin/sh" }, "script is not a prop"],
  ])("refuses a step that is added later: %s", (_what, step, expected) => {
    const stack = testStack();
    const network = testNetwork(stack);
    const made = new GpuNodePool(stack, "gpu", { network, instanceType: "g6e.xlarge", nodes: { min: 1, max: 1 } });
    expect(messageOf(() => made.boot.add(step as BootStep))).toMatch(/^boot step of GpuNodePool "test\/gpu"/);
    expect(messageOf(() => made.boot.add(step as BootStep))).toContain(expected);
  });

  it("prints what the role of a given profile must hold", () => {
    const terraform = synthesized(pool({ instanceProfileName: "ours" })) as unknown as {
      output: Record<string, { value: string }>;
    };
    const [{ value } = { value: "{}" }] = Object.values(terraform.output);
    const actions = (JSON.parse(value) as { Statement: { Action: string[] }[] }).Statement.flatMap(
      ({ Action }) => Action,
    );
    expect(actions).toContain("autoscaling:CompleteLifecycleAction");
  });
});

describe("ClusterNetwork", () => {
  it("refuses a zone outside of the provider's region", () => {
    const stack = new TerraformStack(Testing.app(), "test");
    new AwsProvider(stack, "aws", { region: "us-west-2" });
    testNetwork(stack);
    expect(messageOf(() => synthesized(stack))).toContain(
      "availabilityZone us-east-2a is in us-east-2, and the stack's AwsProvider in us-west-2; give both one region",
    );
  });

  it.each([
    ["us-gov-west-1a", "AWS GovCloud (US)"],
    ["cn-north-1a", "AWS China"],
  ])("refuses %s, whose ARNs are others", (availabilityZone, partition) => {
    expect(messageOf(() => new ClusterNetwork(testStack(), "network", { availabilityZone }))).toContain(partition);
  });
});
