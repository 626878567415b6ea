import { ClusterNetwork, GpuNodePool, KubeRayCluster } from "../../../../lib/clouds/aws/index";
import { testStack } from "../synthesized";

describe("KubeRayCluster in a network without internet access", () => {
  it.each([
    [
      "of its own",
      (stack: ReturnType<typeof testStack>) =>
        new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", egress: "endpoints-only" }),
    ],
    [
      "that is imported",
      (stack: ReturnType<typeof testStack>) =>
        ClusterNetwork.import(stack, "network", {
          clusterName: "test",
          vpcId: "vpc-0123456789abcdef0",
          vpcCidr: "10.0.0.0/16",
          availabilityZone: "us-east-2a",
          computeSubnetId: "subnet-0123456789abcdef0",
          secondSubnetId: "subnet-0123456789abcdef1",
          egress: "endpoints-only",
        }),
    ],
  ])("is refused, since no endpoint reaches the registries of its images: one %s", (_, networkOf) => {
    const stack = testStack();
    const network = networkOf(stack);
    const pool = new GpuNodePool(stack, "l4", { network, instanceType: "g6.xlarge", nodes: { min: 0, max: 1 } });
    expect(() => new KubeRayCluster(stack, "ray", { network, pools: [pool] })).toThrow(
      /network\.egress must not be "endpoints-only" for a Kubernetes cluster: .*registry\.k8s\.io.*use egress "nat"/,
    );
  });
});
