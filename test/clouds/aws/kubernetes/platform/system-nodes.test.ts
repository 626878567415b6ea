import { GpuNodePool, KubeRayCluster, type KubeRayClusterProps } from "../../../../../lib/clouds/aws/index";
import { resources, synthesized, testNetwork, testStack } from "../../synthesized";

function systemOf(over: Partial<KubeRayClusterProps>) {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "l4", { network, instanceType: "g6.xlarge", nodes: { min: 0, max: 1 } });
  new KubeRayCluster(stack, "ray", { network, pools: [pool], monitoring: false, ...over });
  const terraform = synthesized(stack);
  const [template] = resources(terraform, "aws_launch_template").filter(
    ({ description }) => description === "system nodes of the Kubernetes cluster",
  );
  const [group] = resources(terraform, "aws_eks_node_group");
  return { template: template!, group: group! };
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
});
