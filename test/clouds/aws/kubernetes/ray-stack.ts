import type { TerraformStack } from "cdktf";
import { KubeRayCluster } from "../../../../lib/clouds/aws/kubernetes/kube-ray-cluster";
import type { KubeRayClusterProps } from "../../../../lib/clouds/aws/kubernetes/kube-ray-cluster-props";
import { GpuNodePool } from "../../../../lib/clouds/aws/pools/gpu-node-pool";
import type { GpuNodePoolProps } from "../../../../lib/clouds/aws/pools/gpu-node-pool-props";
import { testNetwork, testStack } from "../synthesized";

export type Over = Partial<KubeRayClusterProps>;

/** A cluster of one pool of L40S nodes, and what a test is about on top. */
export function clusterOf(
  over: (stack: TerraformStack, pool: GpuNodePool) => Over = () => ({}),
  pool: Partial<GpuNodePoolProps> = {},
) {
  const stack = testStack();
  const network = testNetwork(stack);
  const l40s = new GpuNodePool(stack, "l40s", {
    network,
    instanceType: "g6e.12xlarge",
    nodes: { min: 0, max: 4 },
    ...pool,
  });
  const cluster = new KubeRayCluster(stack, "ray", { network, pools: [l40s], ...over(stack, l40s) });
  return { stack, network, pool: l40s, cluster };
}
