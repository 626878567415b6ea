import { MonitorDataCollectionEndpoint } from "@cdktf/provider-azurerm/lib/monitor-data-collection-endpoint";
import { MonitorDataCollectionRule } from "@cdktf/provider-azurerm/lib/monitor-data-collection-rule";
import { MonitorWorkspace } from "@cdktf/provider-azurerm/lib/monitor-workspace";
import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { MonitoredPool } from "./cluster-monitoring-props";

const STREAM = "Microsoft-PrometheusMetrics";

/** Version of the address that takes metrics. @see https://learn.microsoft.com/azure/azure-monitor/metrics/prometheus-remote-write-virtual-machines */
const WRITE_API = "2023-04-24";

/** Where metrics are kept, and the address that takes them from who may write there. */
export class MetricsWorkspace extends Construct {
  public readonly workspace: MonitorWorkspace;
  public readonly endpoint: MonitorDataCollectionEndpoint;
  public readonly rule: MonitorDataCollectionRule;

  constructor(scope: Construct, id: string, network: IClusterNetwork) {
    super(scope, id);
    const name = `${network.clusterName}-metrics`;
    this.workspace = new MonitorWorkspace(this, "Resource", { ...network.place, name });
    this.endpoint = new MonitorDataCollectionEndpoint(this, "endpoint", { ...network.place, name, kind: "Linux" });
    this.rule = new MonitorDataCollectionRule(this, "rule", {
      ...network.place,
      name,
      kind: "Linux",
      dataCollectionEndpointId: this.endpoint.id,
      dataSources: { prometheusForwarder: [{ name: "nodes", streams: [STREAM] }] },
      destinations: { monitorAccount: [{ name: "workspace", monitorAccountId: this.workspace.id }] },
      dataFlow: [{ streams: [STREAM], destinations: ["workspace"] }],
    });
  }

  /** Address that takes metrics by Prometheus' remote write. */
  public get writeUrl(): string {
    const { metricsIngestionEndpoint } = this.endpoint;
    return `${metricsIngestionEndpoint}/dataCollectionRules/${this.rule.immutableId}/streams/${STREAM}/api/v1/write?api-version=${WRITE_API}`;
  }

  /** Lets a pool's nodes, or a head, write metrics. Azure takes minutes to know the role everywhere; the agent keeps what it has until then. */
  public grantWrite(id: string, identity: MonitoredPool["identity"]): void {
    new RoleAssignment(this, id, {
      scope: this.rule.id,
      roleDefinitionName: "Monitoring Metrics Publisher",
      principalId: identity.principalId,
      principalType: "ServicePrincipal",
    });
  }
}
