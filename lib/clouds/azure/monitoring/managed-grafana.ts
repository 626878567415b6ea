import { DashboardGrafana } from "@cdktf/provider-azurerm/lib/dashboard-grafana";
import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { clientConfig } from "../shared/client-config";
import { grafanaName } from "./define-monitoring";

/** Newest that azurerm 4.55 takes. @see https://registry.terraform.io/providers/hashicorp/azurerm/4.55.0/docs/resources/dashboard_grafana#grafana_major_version-1 */
const GRAFANA = "11";

export interface ManagedGrafanaProps {
  readonly network: IClusterNetwork;
  readonly region: string | undefined;
  readonly workspaceId: string;
}

/** Grafana that reads the cluster's metrics; who applies administers it. */
export class ManagedGrafana extends Construct {
  public readonly grafana: DashboardGrafana;

  constructor(scope: Construct, id: string, { network, region, workspaceId }: ManagedGrafanaProps) {
    super(scope, id);
    this.grafana = new DashboardGrafana(this, "Resource", {
      ...network.place,
      ...(region && { location: region }),
      name: grafanaName(network.clusterName),
      grafanaMajorVersion: GRAFANA,
      identity: { type: "SystemAssigned" },
      azureMonitorWorkspaceIntegrations: [{ resourceId: workspaceId }],
    });
    new RoleAssignment(this, "reads", {
      scope: workspaceId,
      roleDefinitionName: "Monitoring Data Reader",
      principalId: this.grafana.identity.principalId,
      principalType: "ServicePrincipal",
    });
    new RoleAssignment(this, "administrator", {
      scope: this.grafana.id,
      roleDefinitionName: "Grafana Admin",
      principalId: clientConfig(this).objectId,
    });
  }
}
