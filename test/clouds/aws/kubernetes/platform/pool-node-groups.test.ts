import { InfiniBandFabric } from "../../../../../lib/clouds/aws/fabric/infiniband-fabric";
import { KubeRayCluster } from "../../../../../lib/clouds/aws/kubernetes/kube-ray-cluster";
import { Capacity } from "../../../../../lib/clouds/aws/pools/capacity/capacity";
import { GpuNodePool } from "../../../../../lib/clouds/aws/pools/gpu-node-pool";
import { resources, synthesized, testNetwork, testStack } from "../../synthesized";

/** What a block of p5 nodes on a fabric is, as managed node groups. */
function blockCluster() {
  const stack = testStack();
  const network = testNetwork(stack);
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const h100 = new GpuNodePool(stack, "h100", {
    network,
    fabric,
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 16 },
    capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 8 }), Capacity.onDemand()],
    taints: [{ key: "dedicated", effect: "NoExecute" }],
  });
  new KubeRayCluster(stack, "ray", { network, pools: [h100], provisioner: "managed" });
  return synthesized(stack);
}

describe("KubeRayCluster with managed node groups", () => {
  const terraform = blockCluster();
  const groups = resources(terraform, "aws_eks_node_group");
  const group = (name: string) => groups.find(({ node_group_name }) => node_group_name === name)!;

  it("buys a capacity block as one: fixed size, one subnet, the type in the template alone", () => {
    expect(group("h100-block")).toMatchObject({
      capacity_type: "CAPACITY_BLOCK",
      scaling_config: { min_size: 8, desired_size: 8, max_size: 8 },
    });
    expect(group("h100-block").subnet_ids).toHaveLength(1);
    expect(group("h100-block").instance_types).toBeUndefined();
  });

  it("scales what is behind the block from zero", () => {
    expect(group("h100-on-demand")).toMatchObject({
      capacity_type: "ON_DEMAND",
      scaling_config: { min_size: 0, max_size: 16 },
    });
    expect(resources(terraform, "aws_autoscaling_group_tag").map(({ tag }) => (tag as { key: string }).key)).toEqual([
      "k8s.io/cluster-autoscaler/node-template/resources/hugepages-2Mi",
      "k8s.io/cluster-autoscaler/node-template/resources/vpc.amazonaws.com/efa",
    ]);
  });

  it("launches 33 interfaces without a subnet, and a placement group for on-demand alone", () => {
    const template = (name: string) => resources(terraform, "aws_launch_template").find((of) => of.name === name)!;
    const block = template("test-ray-h100-block");
    expect(block.network_interfaces).toHaveLength(33);
    expect(JSON.stringify(block.network_interfaces)).not.toContain("subnet_id");
    expect(block.placement).toBeUndefined();
    expect(block.instance_market_options).toEqual({ market_type: "capacity-block" });
    expect(template("test-ray-h100-on-demand").placement).toBeDefined();
  });

  it("repairs nodes, labels and taints them", () => {
    expect(group("h100-block")).toMatchObject({
      ami_type: "AL2023_x86_64_NVIDIA",
      node_repair_config: { enabled: true },
      labels: { "warpform/pool": "h100", "nvidia.com/gpu.present": "true", "vpc.amazonaws.com/efa.present": "true" },
      taint: [
        { key: "nvidia.com/gpu", value: "present", effect: "NO_SCHEDULE" },
        { key: "dedicated", value: "true", effect: "NO_EXECUTE" },
      ],
    });
  });

  it("joins the local disks to one array by the node agent's configuration", () => {
    const template = resources(terraform, "aws_launch_template").find((of) => of.name === "test-ray-h100-block")!;
    const text = Buffer.from(template.user_data as string, "base64").toString();
    expect(text).toContain("Content-Type: application/node.eks.aws");
    expect(text).toContain("strategy: RAID0");
  });
});
