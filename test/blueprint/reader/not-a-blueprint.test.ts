import { notABlueprint } from "../../../lib/blueprint/reader/not-a-blueprint";
import { SourceFile } from "../../../lib/blueprint/reader/source";

const known = ["apiVersion", "name", "network", "pools", "architecture", "workload"];
const told = (name: string, text: string, first = true) => notABlueprint(new SourceFile(name, text), known, first);
const BEGINS = "a blueprint is a map of keys that begins with apiVersion: warpform/v1";

const CLOUDFORMATION =
  "is a CloudFormation template, which is not read; `warpform review` reads Terraform, ParallelCluster configurations and blueprints: write a blueprint of its nodes (`warpform init`), or import the stack's resources into Terraform";

describe("notABlueprint", () => {
  it.each([
    [
      "main.tf",
      'resource "x" "y" {}',
      "main.tf is Terraform; give its directory to `warpform review`, which reads the plan",
    ],
    ["notes.md", "# Title\n\n```ts\nconst a: b = c;\n```\nSome text\n", `notes.md is not a blueprint; ${BEGINS}`],
    ["words", "just words", `words is not a blueprint; ${BEGINS}`],
    ["list.yaml", "[1, 2]", `list.yaml is not a blueprint; ${BEGINS}`],
    [
      "site.yaml",
      "cloud: onprem\nname: a\nsite: {}\n",
      "site.yaml has cloud: onprem, a cluster that you own, which only review, compare, diagram and bundle take",
    ],
    [
      "k.yaml",
      "cloud: kubernetes\nplatform: gke\n",
      "k.yaml has cloud: kubernetes, an existing cluster, which only review, compare, diagram, synth and eject take",
    ],
    ["pod.yaml", "apiVersion: v1\nkind: Pod\n", `pod.yaml is a Kubernetes object (Pod), not a blueprint; ${BEGINS}`],
    [
      "package.json",
      '{"name": "x", "version": "1", "main": "y"}',
      `package.json is not a blueprint: it has the keys name, version, main; ${BEGINS}`,
    ],
    [
      "compose.yaml",
      "name: a\nservices: {}\nvolumes: {}\nnetworks: {}\nsecrets: {}\nconfigs: {}\n",
      `compose.yaml is not a blueprint: it has the keys name, services, volumes, networks, secrets and 1 more; ${BEGINS}`,
    ],
    [
      "cluster.tfstate",
      '{"version": 4}',
      "cluster.tfstate is a Terraform state, which `warpform review`, `compare` and `diagram` read",
    ],
    [
      "stack.yaml",
      'AWSTemplateFormatVersion: "2010-09-09"\nResources: { A: { Type: AWS::EC2::Instance, Properties: { ImageId: !Ref Ami } } }\n',
      `stack.yaml ${CLOUDFORMATION}`,
    ],
    ["stack.json", '{"Resources": {"A": {"Type": "AWS::FSx::FileSystem"}}}', `stack.json ${CLOUDFORMATION}`],
  ])("says what %s is in one line", (name, text, message) => {
    expect(told(name, text)).toBe(message);
  });

  it.each([
    ["nothing yet", "# soon\n"],
    ["no apiVersion", "name: a\nnetwork: {}\npols: {}\n"],
    ["a mistake in YAML", "apiVersion: warpform/v1\nname a\nnetwork: {\n"],
    ["a mistake in YAML before any key of ours", "base: [1, 2\nvars: {}\n"],
    ["a version of later", "apiVersion: warpform/v9\nkind: x\nfuture: {}\n"],
  ])("leaves a blueprint with %s to the checks that list problems", (_what, text) => {
    expect(told("a.yaml", text)).toBeUndefined();
  });

  it("takes overlays with any keys, and none that is no map", () => {
    expect(told("dev.yaml", "pols: {}", false)).toBeUndefined();
    expect(told("dev.yaml", "pools", false)).toBe(`dev.yaml is not a blueprint; ${BEGINS}`);
  });
});
