import type { ConsumptionBudgetSubscription } from "@cdktf/provider-azurerm/lib/consumption-budget-subscription";
import { MonitorActionGroup } from "@cdktf/provider-azurerm/lib/monitor-action-group";
import { MonitorAlertPrometheusRuleGroup } from "@cdktf/provider-azurerm/lib/monitor-alert-prometheus-rule-group";
import { Construct } from "constructs";
import { placed } from "../../common/placed";
import { checkTree } from "../../common/tree-problems";
import { describeAs } from "../shared/describe-as";
import { type AlertRule, alertRules, SLURM_ALERTS } from "./alert-rules";
import { clusterBudget } from "./cluster-budget";
import type { ClusterMonitoringProps, MonitoredHead, MonitoredPool } from "./cluster-monitoring-props";
import { defineMonitoring, describeMonitoring, type MonitoringDefinition } from "./define-monitoring";
import { ManagedGrafana } from "./managed-grafana";
import { metricsScript } from "./metrics-agent";
import { MetricsWorkspace } from "./metrics-workspace";

/**
 * Watches the nodes of fleets and of Slurm, and Slurm's heads: an Azure Monitor workspace (managed Prometheus) that they send metrics of GPUs, InfiniBand and file systems to, alerts
 * by mail, Azure Managed Grafana and a monthly budget.
 *
 * @example new ClusterMonitoring(this, "monitoring", { network, pools: [h100], emails: ["ops@example.com"] })
 */
export class ClusterMonitoring extends Construct {
  /** Every value of the monitoring with where it comes from. */
  public readonly definition: MonitoringDefinition;
  public readonly metrics: MetricsWorkspace;
  public readonly actionGroup: MonitorActionGroup;
  public readonly rules: MonitorAlertPrometheusRuleGroup;
  public readonly grafana?: ManagedGrafana;
  public readonly budget?: ConsumptionBudgetSubscription;
  private watchesHead = false;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ClusterMonitoringProps,
  ) {
    super(...placed(new.target, scope, id));
    this.definition = defineMonitoring(props, { path: this.node.path, id });
    const { network, pools, dashboardRegion: region } = props;
    this.metrics = new MetricsWorkspace(this, "metrics", network);
    this.actionGroup = this.buildActionGroup();
    const alerts = alertRules(
      this.definition,
      pools.some(({ fabric }) => fabric !== undefined),
    );
    this.rules = this.buildRules(alerts);
    if (this.definition.dashboard) {
      const workspaceId = this.metrics.workspace.id;
      this.grafana = new ManagedGrafana(this, "grafana", { network, region, workspaceId });
    }
    const { monthlyBudgetUsd: amount } = this.definition;
    if (amount !== null)
      this.budget = clusterBudget(this, { network, amount, startsOn: props.budgetStartsOn!, emails: props.emails! });
    for (const pool of pools) this.watch(pool);
    describeAs(this, () => ({
      monitoring: [
        {
          ...describeMonitoring(
            this.definition,
            [...alerts, ...(this.watchesHead ? SLURM_ALERTS : [])].map(({ alert }) => alert),
          ),
          agentPools: pools.map(({ name }) => name),
        },
      ],
    }));
  }

  private watch(pool: MonitoredPool): void {
    const { network } = this.props;
    const text = () =>
      metricsScript({
        clusterName: network.clusterName,
        pool: pool.name,
        writeUrl: this.metrics.writeUrl,
        clientId: pool.identity.clientId,
        intervalSeconds: this.definition.intervalSeconds,
      });
    checkTree(this, () => (pool.describe().adoptedBy?.kind === "kubernetes" ? [onKubernetes(this, pool)] : []));
    pool.addBootStep(text());
    this.metrics.grantWrite(`write-${pool.name}`, pool.identity);
    pool.onHead?.((head) => {
      this.watchHead(head);
    });
  }

  /** The head of the pools' Slurm cluster, once for all of them. */
  private watchHead(head: MonitoredHead): void {
    if (this.node.tryFindChild(`alerts-${head.name}`)) return;
    this.watchesHead = true;
    const { writeUrl } = this.metrics;
    head.sendMetrics({ writeUrl, intervalSeconds: this.definition.intervalSeconds });
    this.metrics.grantWrite(`head-${head.name}`, head.headIdentity);
    this.buildRules(SLURM_ALERTS, `alerts-${head.name}`);
  }

  private buildActionGroup(): MonitorActionGroup {
    const { network, emails = [] } = this.props;
    const { resourceGroupName, tags } = network.place;
    return new MonitorActionGroup(this, "action-group", {
      resourceGroupName,
      tags,
      name: `${network.clusterName}-alerts`,
      // at most 12 characters, which mails begin with
      shortName: network.clusterName.slice(0, 12),
      emailReceiver: emails.map((emailAddress) => ({ name: emailAddress, emailAddress, useCommonAlertSchema: true })),
    });
  }

  private buildRules(alerts: readonly AlertRule[], id = "alerts"): MonitorAlertPrometheusRuleGroup {
    const { network } = this.props;
    return new MonitorAlertPrometheusRuleGroup(this, id, {
      ...network.place,
      name: `${network.clusterName}-${id}`,
      scopes: [this.metrics.workspace.id],
      interval: "PT1M",
      rule: alerts.map(({ alert, expression, severity, summary, for: duration }) => ({
        alert,
        expression,
        severity,
        for: duration,
        annotations: { summary },
        action: [{ actionGroupId: this.actionGroup.id }],
      })),
    });
  }
}

const onKubernetes = (monitoring: Construct, pool: MonitoredPool): string =>
  `ClusterMonitoring "${monitoring.node.path}": pools must not be those of a Kubernetes cluster, which watches its own nodes, got "${pool.name}"; leave it out`;
