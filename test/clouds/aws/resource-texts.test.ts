import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Construct } from "constructs";
import * as fc from "fast-check";
import {
  CheckpointBucket,
  GpuNodePool,
  InfiniBandFabric,
  LustreStorage,
  SharedHome,
  SlurmHeadNode,
} from "../../../lib/clouds/aws/index";
import { describeAs } from "../../../lib/clouds/aws/shared/describe-as";
import { TAG_RULES, TEXT_RULES } from "../../../lib/clouds/aws/shared/resource-text-rules";
import { WarpformError } from "../../../lib/errors";
import { messageOf, only, resources, synthesized, type Terraform, testNetwork, testStack } from "./synthesized";

/** Texts of a synthesized stack that break EC2's documented form of a group's or rule's description or name. */
function refusedByEc2(terraform: Terraform): unknown[] {
  const form = /^[a-zA-Z0-9 ._\-:/()#,@[\]+=&;{}!$*]{0,255}$/;
  const types = Object.keys(terraform.resource).filter((type) => type.includes("security_group"));
  const texts = types.flatMap((type) =>
    resources(terraform, type).flatMap(({ name, description }) => [name, description]),
  );
  return texts.filter((text) => typeof text === "string" && !form.test(text));
}

describe("Names, descriptions and tags", () => {
  it("of login nodes with SSH are what EC2 takes", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const pool = new GpuNodePool(stack, "cpu", { network, instanceType: "c7i.large", nodes: { min: 0, max: 2 } });
    new SlurmHeadNode(stack, "slurm", {
      network,
      partitions: [{ name: "cpu", pools: [pool] }],
      loginNodes: 1,
      loginCidrs: ["192.0.2.0/24"],
    });
    expect(refusedByEc2(synthesized(stack))).toEqual([]);
  });

  it("that AWS would refuse stop the synth, with resource, attribute and what is allowed", () => {
    const stack = testStack();
    const part = new Construct(stack, "part");
    describeAs(part, () => ({}));
    new SecurityGroup(part, "group", { name: "bob's", tags: { "aws:x": "1", ok: "x".repeat(257) } });
    const message = messageOf(() => synthesized(stack));
    expect(message).toContain(
      `aws_security_group "test/part/group": name must be at most 255 characters of letters, digits, spaces and ._-:/()#,@[]+=&;{}!$*, got "bob's"; change the id, name or text that it is made of`,
    );
    expect(message).toContain("the key of a tag must be 1 to 128 characters");
    expect(message).toContain('the value of tag "ok" must be at most 256 characters');
  });

  it.each([
    ["InfiniBandFabric", "bob's fabric", InfiniBandFabric, {}],
    ["LustreStorage", "bob's scratch", LustreStorage, { capacityTiB: 4.8, throughputPerTiB: 250 }],
    ["SharedHome", "h".repeat(260), SharedHome, {}],
    ["CheckpointBucket", "my_bucket", CheckpointBucket, {}],
    ["CheckpointBucket", "prüf", CheckpointBucket, {}],
  ])("come from ids: %s refuses %j", (kind, id, Class, props) => {
    const stack = testStack();
    const network = testNetwork(stack);
    const Any = Class as new (scope: unknown, id: string, props: object) => unknown;
    expect(messageOf(() => new Any(stack, id, { network, ...props }))).toContain(
      `${kind} "test/${id}": the id must be`,
    );
  });

  it.each([
    ["InfiniBandFabric", InfiniBandFabric, {}],
    ["LustreStorage", LustreStorage, { capacityTiB: 4.8, throughputPerTiB: 250 }],
    ["SharedHome", SharedHome, {}],
    ["CheckpointBucket", CheckpointBucket, {}],
  ])("of any id are taken by AWS or refused with a message: %s", (_, Class, props) => {
    const Any = Class as new (scope: unknown, id: string, props: object) => unknown;
    const ids = fc.oneof(fc.string({ minLength: 1, maxLength: 80 }), fc.stringMatching(/^[A-Za-z0-9._ '-]{1,70}$/));
    fc.assert(
      fc.property(ids, (id) => {
        const stack = testStack();
        const network = testNetwork(stack);
        let terraform: Terraform;
        try {
          new Any(stack, id, { network, ...props });
          terraform = synthesized(stack);
        } catch (error) {
          expect(error).toBeInstanceOf(WarpformError);
          return;
        }
        expect(refusedByEc2(terraform)).toEqual([]);
        const tags = resources(terraform, "aws_security_group").flatMap(({ tags }) => Object.values(tags as object));
        for (const value of tags) expect(value).toMatch(TAG_RULES.value.form);
      }),
      { numRuns: 20, seed: 20261123 },
    );
  });

  it("are ruled for every type that the examples make with a name or a description", () => {
    const stack = testStack();
    testNetwork(stack);
    const terraform = synthesized(stack);
    expect(only(terraform, "aws_vpc")).toBeDefined();
    const unruled = Object.entries(terraform.resource).flatMap(([type, blocks]) =>
      Object.values(blocks).flatMap((block) =>
        ["name", "description", "name_prefix"]
          .filter((key) => typeof block[key] === "string" && TEXT_RULES[type]?.[camel(key)] === undefined)
          .map((key) => `${type}.${key}`),
      ),
    );
    expect(unruled).toEqual([]);
  });
});

const camel = (key: string): string => key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
