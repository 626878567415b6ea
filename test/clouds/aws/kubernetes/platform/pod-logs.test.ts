import { GpuNodePool, KubeRayCluster, type KubeRayClusterProps } from "../../../../../lib/clouds/aws/index";
import { podLogsAddress } from "../../../../../lib/clouds/aws/kubernetes/platform/pod-logs";
import { messageOf, resources, synthesized, testNetwork, testStack } from "../../synthesized";

function build(props: Partial<KubeRayClusterProps> = {}) {
  const stack = testStack();
  const network = testNetwork(stack);
  const l4 = new GpuNodePool(stack, "l4", { network, instanceType: "g6.xlarge", nodes: { min: 0, max: 1 } });
  const cluster = new KubeRayCluster(stack, "ray", {
    network,
    pools: [l4],
    rayClusters: [{ name: "dev", namespace: "team-a", pools: [l4] }],
    ...props,
  });
  return { stack, cluster };
}

const groups = (stack: ReturnType<typeof testStack>) =>
  resources(synthesized(stack), "aws_cloudwatch_log_group").map(({ name, retention_in_days }) => [
    name,
    retention_in_days,
  ]);

describe("logs of pods", () => {
  it("are kept in a group of their own, whose retention is a prop", () => {
    expect(groups(build().stack)).toContainEqual(["/aws/eks/test-ray/pods", 30]);
    expect(groups(build({ podLogs: { retentionDays: 90 } }).stack)).toContainEqual(["/aws/eks/test-ray/pods", 90]);
  });

  it("are shipped by an agent that may write there and nowhere else", () => {
    const { stack, cluster } = build();
    const policies = resources(synthesized(stack), "aws_iam_role_policy").filter(
      ({ name }) => name === "test-ray-pod-logs",
    );
    const [statement] = JSON.parse(String(policies[0]!.policy)).Statement;
    expect(statement.Resource).toHaveLength(2);
    expect(String(statement.Resource[0])).toMatch(/^\$\{aws_cloudwatch_log_group\..*pod-logs.*\.arn\}$/);
    const [release] = resources(synthesized(stack), "helm_release").filter(({ name }) => name === "aws-for-fluent-bit");
    const values = JSON.stringify(release!.values);
    expect(values).toContain("/var/log/containers/*_team-a_*.log");
    expect(values).toContain("/var/log/containers/*_kueue-system_*.log");
    expect(values).not.toContain("kube-system");
    expect(cluster.images).toHaveProperty(["public.ecr.aws/aws-observability/aws-for-fluent-bit:3.4.15"]);
  });

  it("need CloudWatch's endpoint in a private cluster, and are a link of each dashboard", () => {
    const { cluster } = build();
    expect(cluster.definition.podLogRetentionDays).toBe(30);
    const dashboards = cluster.releases.workloadsChart.files.filter(({ path }) => path.includes("dashboards/"));
    expect(dashboards.length).toBeGreaterThan(2);
    for (const { text } of dashboards)
      expect(JSON.parse(text).links[0].url).toBe(podLogsAddress("us-east-2", "test-ray"));
    expect(podLogsAddress("us-east-2", "test-ray")).toBe(
      "https://us-east-2.console.aws.amazon.com/cloudwatch/home?region=us-east-2#logsV2:log-groups/log-group/$252Faws$252Feks$252Ftest-ray$252Fpods",
    );
  });

  it("go nowhere with false: no group, no agent, no link", () => {
    const { stack, cluster } = build({ podLogs: false });
    expect(groups(stack)).not.toContainEqual(["/aws/eks/test-ray/pods", expect.anything()]);
    expect(cluster.releases.byName).not.toHaveProperty("aws-for-fluent-bit");
    expect(cluster.releases.workloadsChart.files.map(({ text }) => text).join()).not.toContain("log-group");
  });

  it("refuse days that CloudWatch does not have", () => {
    expect(messageOf(() => build({ podLogs: { retentionDays: 45 } }))).toContain(
      "podLogs.retentionDays must be one of 1, 3, 5, 7, 14, 30, 60",
    );
    expect(messageOf(() => build({ podLogs: true as never }))).toContain("podLogs must be");
  });
});
