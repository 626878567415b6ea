import { GpuNodePool, Image, KubeRayCluster } from "../../../../lib/clouds/aws/index";
import { testNetwork, testStack } from "../synthesized";

describe("KubeRayCluster", () => {
  it("says of a Trainium pool what is wrong with it, and not of the image that the pool must have", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const pool = new GpuNodePool(stack, "trn", {
      network,
      instanceType: "trn1.32xlarge",
      nodes: { min: 0, max: 1 },
      image: Image.id("ami-0123456789abcdef0", "ubuntu-22.04"),
    });
    expect(() => new KubeRayCluster(stack, "ray", { network, pools: [pool] })).toThrow(
      /: pools\[0\] "trn" has Trainium\S*, but a KubeRayCluster sets up NVIDIA GPUs only; use a pool of NVIDIA GPUs, or a SlurmHeadNode for this one$/,
    );
  });
});
