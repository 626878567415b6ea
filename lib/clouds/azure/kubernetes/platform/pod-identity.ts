import { FederatedIdentityCredential } from "@cdktf/provider-azurerm/lib/federated-identity-credential";
import type { KubernetesCluster } from "@cdktf/provider-azurerm/lib/kubernetes-cluster";
import { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";

/** A service account of Kubernetes. */
export interface Account {
  readonly namespace: string;
  readonly name: string;
}

/**
 * The identity that workloads' pods act with: service accounts take it by tokens of the cluster's issuer, without a key.
 * @see https://learn.microsoft.com/azure/aks/workload-identity-overview
 */
export class PodIdentity extends Construct {
  public readonly identity: UserAssignedIdentity;
  private readonly network: IClusterNetwork;

  constructor(
    scope: Construct,
    id: string,
    { network, name }: { readonly network: IClusterNetwork; readonly name: string },
  ) {
    super(scope, id);
    this.network = network;
    this.identity = new UserAssignedIdentity(this, "Resource", { ...network.place, name: `${name}-pods` });
  }

  /** Lets service accounts take the identity. Azure refuses credentials of one identity that are written at once. */
  public admit(cluster: KubernetesCluster, accounts: readonly Account[]): void {
    let last: FederatedIdentityCredential | undefined;
    for (const { namespace, name } of accounts) {
      last = new FederatedIdentityCredential(this, `${namespace}-${name}`, {
        name: `${namespace}-${name}`,
        resourceGroupName: this.network.place.resourceGroupName,
        parentId: this.identity.id,
        issuer: cluster.oidcIssuerUrl,
        audience: ["api://AzureADTokenExchange"],
        subject: `system:serviceaccount:${namespace}:${name}`,
        ...(last ? { dependsOn: [last] } : {}),
      });
    }
  }
}
