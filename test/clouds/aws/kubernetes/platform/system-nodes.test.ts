import { GpuNodePool, KubeRayCluster, type KubeRayClusterProps } from "../../../../../lib/clouds/aws/index";
import { resources, synthesized, testNetwork, testStack } from "../../synthesized";

function systemOf(over: Partial<KubeRayClusterProps>) {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "l4", { network, instanceType: "g6.xlarge", nodes: { min: 0, max: 1 } });
  const cluster = new KubeRayCluster(stack, "ray", { network, pools: [pool], monitoring: false, ...over });
  const terraform = synthesized(stack);
  const [template] = resources(terraform, "aws_launch_template").filter(
    ({ description }) => description === "system nodes of the Kubernetes cluster",
  );
  const group = resources(terraform, "aws_eks_node_group").find((of) => of.node_group_name === "system");
  return { terraform, cluster, template: template!, group: group! };
}

describe("SystemNodes", () => {
  const { template, group } = systemOf({});

  it("keeps pods, which Ray heads are, from the role of the node", () => {
    expect(template.metadata_options).toMatchObject({ http_put_response_hop_limit: 1, http_tokens: "required" });
  });

  it("ends a head that may not be evicted only where it was told to", () => {
    expect(group.force_update_version).toBeUndefined();
    expect(systemOf({ forceSystemUpdates: true }).group.force_update_version).toBe(true);
  });

  it("grows by Karpenter up to maxSystemNodes, from the group's image, role and subnets", () => {
    const { terraform, cluster } = systemOf({ maxSystemNodes: 10 });
    const chart = cluster.releases.nodePoolsChart!.files.map(({ text }) => text).join("\n");
    expect(chart).toMatch(/name: system-on-demand[\s\S]*alias: al2023@v20260714/);
    // seven nodes of 8 vCPUs beyond the three of the group
    expect(chart).toMatch(/name: system-on-demand[\s\S]*limits:\n\s+cpu: "56"/);
    const passed = resources(terraform, "aws_iam_role_policy").find(({ name }) => name === "test-ray-karpenter")!;
    expect(passed.policy).toContain("aws_iam_role.ray_system_role");
  });

  it("lets the cluster autoscaler add to the group where no Karpenter does", () => {
    const { group } = systemOf({ provisioner: "managed", maxSystemNodes: 10 });
    expect(group.scaling_config).toMatchObject({ min_size: 3, max_size: 10 });
  });

  it("stays as it is by default", () => {
    const { cluster } = systemOf({});
    expect(cluster.releases.nodePoolsChart!.files.map(({ text }) => text).join()).not.toContain("system-on-demand");
  });
});
