import { Capacity, GpuNodePool, KubeRayCluster } from "../../../../../lib/clouds/aws/index";
import { resources, synthesized, testNetwork, testStack } from "../../synthesized";

function blockOf(
  dates: { readonly startsOn?: string; readonly endsOn?: string },
  provisioner: "managed" | "karpenter",
) {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "h100", {
    network,
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 8 },
    capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 8, ...dates })],
    volumeKmsKeyArn: "arn:aws:kms:us-east-2:111122223333:key/0a1b2c3d-0000-0000-0000-000000000000",
  });
  const cluster = new KubeRayCluster(stack, "ray", { network, pools: [pool], provisioner, monitoring: false });
  return { cluster, terraform: synthesized(stack) };
}
const DATES = { startsOn: "2027-01-04T11:30:00Z", endsOn: "2027-02-01T11:30:00Z" };
const drains = ({ cluster }: ReturnType<typeof blockOf>) =>
  cluster.releases.workloadsChart.files.find(({ path }) => path === "templates/block-ends.yaml")?.text;

describe("KubeRayCluster", () => {
  const managed = blockOf(DATES, "managed");

  it("makes the group of a block that is still to begin without nodes, which the autoscaler adds", () => {
    const group = resources(managed.terraform, "aws_eks_node_group").find(
      ({ node_group_name }) => node_group_name === "h100-block",
    )!;
    expect(group).toMatchObject({
      scaling_config: { min_size: 0, desired_size: 0, max_size: 8 },
      lifecycle: { ignore_changes: ["scaling_config[0].desired_size"] },
    });
  });

  it("drains the group before EC2 ends its nodes, half an hour before the end of the block", () => {
    expect(drains(managed)).toContain("schedule: 45 10 1 2 *");
    expect(drains(managed)).toContain("--selector=eks.amazonaws.com/nodegroup=h100-block");
  });

  it("leaves the drain to Karpenter where it starts the nodes, and lets it use the key of their volumes", () => {
    const own = blockOf(DATES, "karpenter");
    expect(drains(own)).toBeUndefined();
    const policy = resources(own.terraform, "aws_iam_role_policy").find(({ name }) => name === "test-ray-karpenter")!;
    expect(JSON.parse(String(policy.policy)).Statement).toContainEqual(
      expect.objectContaining({
        Sid: "VolumeKeyGrants",
        Resource: ["arn:aws:kms:us-east-2:111122223333:key/0a1b2c3d-0000-0000-0000-000000000000"],
      }),
    );
  });
});
