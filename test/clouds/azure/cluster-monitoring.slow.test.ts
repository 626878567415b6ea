import { App, TerraformStack, Testing } from "cdktf";
import {
  ClusterMonitoring,
  type ClusterMonitoringProps,
  ClusterNetwork,
  clusterModel,
  declareProvider,
  GpuNodePool,
  InfiniBandFabric,
  KubeRayCluster,
  NodeFleet,
} from "../../../lib/clouds/azure";
import { WarpformError } from "../../../lib/errors";

type Given = Partial<ClusterMonitoringProps>;
type Resources = Record<string, Record<string, Record<string, unknown>>>;

function watched(given: Given = {}, clusterName = "train") {
  const stack = new TerraformStack(new App(), "monitoring");
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", clusterName });
  const pool = new GpuNodePool(stack, "h100", {
    network,
    fabric: new InfiniBandFabric(stack, "fabric", { network }),
    instanceType: "Standard_ND96isr_H100_v5",
    nodes: { min: 1, max: 2 },
  });
  new NodeFleet(stack, "run", { pool });
  new ClusterMonitoring(stack, "monitoring", { network, pools: [pool], ...given });
  return stack;
}

function resources(given: Given = {}): Resources & { locals: Record<string, string> } {
  const { resource, locals } = JSON.parse(Testing.synth(watched(given)));
  return { ...resource, locals };
}
const one = (all: Resources, type: string) => Object.values(all[type] ?? {})[0]!;

function problems(given: Given): readonly string[] {
  try {
    watched(given);
  } catch (error) {
    if (error instanceof WarpformError) return error.problems.map(({ message }) => message);
    throw error;
  }
  return [];
}

describe("a ClusterMonitoring of Azure", () => {
  it("lets nodes write metrics to a workspace of their own, and Grafana read them", () => {
    const made = resources();
    const roles = Object.values(made.azurerm_role_assignment!).map((role) => role.role_definition_name);
    expect(roles.sort()).toEqual(["Grafana Admin", "Monitoring Data Reader", "Monitoring Metrics Publisher"]);
    expect(one(made, "azurerm_monitor_data_collection_rule")).toMatchObject({
      kind: "Linux",
      data_flow: [{ streams: ["Microsoft-PrometheusMetrics"], destinations: ["workspace"] }],
    });
  });

  it("has nodes run Prometheus as an agent with the pool's identity", () => {
    const boot = Object.entries(resources().locals).find(([name]) => name.startsWith("h100_boot"))![1];
    expect(boot).toContain("--enable-feature=agent --config.file=/etc/warpform/metrics.yml");
    expect(boot).toMatch(
      /url: "\$\{azurerm_monitor_data_collection_endpoint\.\S+\.metrics_ingestion_endpoint\}\/dataCollectionRules\/\$\{azurerm_monitor_data_collection_rule\.\S+\.immutable_id\}\/streams/,
    );
    expect(boot).toContain("authorization: { credentials_file: /run/warpform-metrics/token }");
    expect(boot).toMatch(/"client_id": "\$\{azurerm_user_assigned_identity\.\S+\.client_id\}"/);
  });

  it("watches links of InfiniBand, GPUs and file systems, and leaves out what is set to 0", () => {
    const alerts = (given: Given) =>
      (one(resources(given), "azurerm_monitor_alert_prometheus_rule_group").rule as { alert: string }[]).map(
        ({ alert }) => alert,
      );
    expect(alerts({})).toEqual(["idle-gpus", "gpu-temperature", "gpu-xid", "infiniband-link-down", "lustre-full"]);
    expect(alerts({ idleGpuMinutes: 0, maxGpuTemperatureCelsius: 0, lustreFullPercent: 0 })).toEqual([
      "gpu-xid",
      "infiniband-link-down",
    ]);
  });

  it("mails a budget of what has the cluster's tag", () => {
    const given = { monthlyBudgetUsd: 50_000, budgetStartsOn: "2026-12-01", emails: ["ops@example.com"] };
    expect(one(resources(given), "azurerm_consumption_budget_subscription")).toMatchObject({
      amount: 50_000,
      time_period: { start_date: "2026-12-01T00:00:00Z" },
      filter: { tag: [{ name: "warpform:cluster", values: ["train"] }] },
    });
    expect(clusterModel(watched(given)).monitoring).toEqual([
      expect.objectContaining({ name: "monitoring", monthlyBudgetUsd: 50_000, idleGpuMinutes: 30, dashboards: true }),
    ]);
  });

  it("makes no Grafana where none is asked for", () => {
    expect(resources({ dashboard: false }).azurerm_dashboard_grafana).toBeUndefined();
  });

  it.each<[string, Given, RegExp]>([
    ["no pools", { pools: [] }, /^pools must have a GpuNodePool, got none/],
    ["4 minutes", { idleGpuMinutes: 4 }, /^idleGpuMinutes must be .*got 4/],
    ["5 minutes", { idleGpuMinutes: 5 }, /^$/],
    ["39 degrees", { maxGpuTemperatureCelsius: 39 }, /^maxGpuTemperatureCelsius must be .*got 39/],
    ["100 percent full", { lustreFullPercent: 100 }, /^lustreFullPercent must be .*got 100/],
    ["no budget", { monthlyBudgetUsd: 0 }, /monthlyBudgetUsd must be .*got 0/],
    ["a budget that nobody hears of", { monthlyBudgetUsd: 9, budgetStartsOn: "2026-12-01" }, /needs a recipient/],
    ["a budget without a month", { monthlyBudgetUsd: 9, emails: ["a@b.co"] }, /write budgetStartsOn: "2026-12-01"/],
    ["a month without a budget", { budgetStartsOn: "2026-12-01" }, /has no effect without monthlyBudgetUsd/],
    ["the 2nd of a month", { budgetStartsOn: "2026-12-02" }, /budgetStartsOn must be the first day of a month/],
    ["a name in place of an address", { emails: ["ops"] }, /emails\[0\] must be a mail address/],
    ["14 seconds", { intervalSeconds: 14 }, /^intervalSeconds must be .*got 14/],
    ["a Region for no Grafana", { dashboard: false, dashboardRegion: "westus3" }, /^dashboardRegion has no effect/],
  ])("answers %s", (_, given, said) => {
    expect(problems(given).join("\n")).toMatch(said);
  });

  it("refuses a cluster name that makes Grafana's too long, and takes one that does not", () => {
    expect(() => watched({}, "train-of-many-teams")).toThrow(/Azure takes 23 characters; shorten clusterName/);
    expect(() => watched({}, "train-of-15-its")).not.toThrow();
  });

  it("refuses pools on AKS, which has monitoring of its own", () => {
    const stack = new TerraformStack(new App(), "aks");
    declareProvider(stack);
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", clusterName: "aks" });
    const pool = new GpuNodePool(stack, "nc", {
      network,
      instanceType: "Standard_NC40ads_H100_v5",
      nodes: { min: 0, max: 2 },
    });
    new ClusterMonitoring(stack, "monitoring", { network, pools: [pool], dashboard: false });
    new KubeRayCluster(stack, "ray", { network, pools: [pool] });
    expect(() => Testing.synth(stack, true)).toThrow(/a Kubernetes cluster, which watches its own nodes, got "nc"/);
  });
});
