import { Testing } from "cdktf";
import { GpuNodePool, InfiniBandFabric, NodeFleet } from "../../lib/clouds/aws/index";
import { terraformSnapshot, toHaveNoFindings } from "../../lib/testing/index";
import { testNetwork, testStack } from "../clouds/aws/synthesized";

function stackOfTwo() {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "h100", {
    network,
    fabric: new InfiniBandFabric(stack, "fabric", { network }),
    instanceType: "p5.48xlarge",
    nodes: { min: 2, max: 2 },
  });
  new NodeFleet(stack, "train", { pool });
  return stack;
}

describe("toHaveNoFindings", () => {
  const suppress = [{ rule: "monitoring-missing", reason: "watched by the platform team's own stack" }];

  it("passes where the review finds nothing that is not accepted", () => {
    expect(toHaveNoFindings(stackOfTwo(), { suppress })).toMatchObject({ pass: true });
  });

  it("fails with the rule, the place and the fix of each finding", () => {
    const result = toHaveNoFindings(stackOfTwo());
    expect(result.pass).toBe(false);
    expect(result.message()).toMatch(/found 1:\n {2}warning monitoring-missing at monitoring: /);
  });
});

describe("terraformSnapshot", () => {
  it("leaves out metadata, state path and provider version, and keeps resources and reasons of skips", () => {
    const given = {
      "//": { metadata: { version: "0.21.0", stackName: "s" }, outputs: {} },
      resource: {
        aws_vpc: {
          main: { "//": { metadata: { path: "s/main" }, checkov: [{ id: "CKV_1", reason: "r" }] }, b: 1, a: 2 },
        },
      },
      terraform: {
        backend: { local: { path: "/home/me/terraform.tfstate" } },
        required_providers: { aws: { source: "aws", version: "6.25.0" } },
      },
    };
    expect(JSON.stringify(terraformSnapshot(given))).toBe(
      '{"resource":{"aws_vpc":{"main":{"//":{"checkov":[{"id":"CKV_1","reason":"r"}]},"a":2,"b":1}}},"terraform":{"required_providers":{"aws":{"source":"aws"}}}}',
    );
  });

  it("is the same for text and for parsed text", () => {
    const text = Testing.synth(stackOfTwo());
    expect(terraformSnapshot(text)).toEqual(terraformSnapshot(JSON.parse(text)));
  });
});
