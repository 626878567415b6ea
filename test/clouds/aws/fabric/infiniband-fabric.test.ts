import { instanceType } from "../../../../lib/catalog/instance-types";
import { InfiniBandFabric } from "../../../../lib/clouds/aws/index";
import { only, resources, synthesized, testNetwork, testStack } from "../synthesized";

describe("InfiniBandFabric", () => {
  // awslabs/awsome-distributed-training#546: 0.0.0.0/0 outbound does not cover EFA.
  it("opens its security group to itself for all protocols in both directions", () => {
    const stack = testStack();
    new InfiniBandFabric(stack, "fabric", { network: testNetwork(stack) });
    const terraform = synthesized(stack);
    for (const type of ["aws_vpc_security_group_ingress_rule", "aws_vpc_security_group_egress_rule"]) {
      const rule = only(terraform, type, "fabric");
      expect(rule.ip_protocol).toBe("-1");
      expect(rule.referenced_security_group_id).toBe(rule.security_group_id);
    }
  });

  it("adds no rule to a security group that was given", () => {
    const stack = testStack();
    new InfiniBandFabric(stack, "fabric", { network: testNetwork(stack), securityGroupId: "sg-0123456789abcdef0" });
    expect(resources(synthesized(stack), "aws_vpc_security_group_ingress_rule")).toEqual([]);
  });

  it.each([
    ["p5.48xlarge", { FI_EFA_USE_HUGE_PAGE: "0", NCCL_SOCKET_IFNAME: "^docker,lo,veth" }],
    [
      "g6e.48xlarge",
      { FI_EFA_USE_HUGE_PAGE: "0", NCCL_SOCKET_IFNAME: "^docker,lo,veth", NCCL_SHM_USE_CUDA_MEMCPY: "1" },
    ],
  ])("sets no variable on a %s but those that help it", (type, environment) => {
    const stack = testStack();
    const fabric = new InfiniBandFabric(stack, "fabric", { network: testNetwork(stack) });
    expect(fabric.environment(instanceType(type))).toEqual(environment);
  });
});
