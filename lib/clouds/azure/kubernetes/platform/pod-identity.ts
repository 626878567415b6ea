import { FederatedIdentityCredential } from "@cdktf/provider-azurerm/lib/federated-identity-credential";
import type { KubernetesCluster } from "@cdktf/provider-azurerm/lib/kubernetes-cluster";
import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Construct } from "constructs";
import { helmHash } from "../../../../kubernetes/chart/helm-value";
import type { IClusterNetwork } from "../../network/i-cluster-network";

/** A service account of Kubernetes. */
export interface Account {
  readonly namespace: string;
  readonly name: string;
}

export interface PodIdentityProps {
  readonly network: IClusterNetwork;
  /** Name of the cluster in Azure. */
  readonly name: string;
  readonly accounts: readonly Account[];
  /** Whether each namespace has an identity, or all have one. */
  readonly perNamespace: boolean;
}

/** Longest name of an identity. @see https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules#microsoftmanagedidentity */
const LONGEST = 128;

/**
 * The identities that workloads' pods act with: service accounts take one by tokens of the cluster's issuer, without a key.
 * @see https://learn.microsoft.com/azure/aks/workload-identity-overview
 */
export class PodIdentity extends Construct {
  /** Identities by namespace: the same for all, unless each has one. */
  public readonly byNamespace: ReadonlyMap<string, UserAssignedIdentity>;
  /** That of all; undefined where each namespace has one. */
  public readonly shared?: UserAssignedIdentity;
  private readonly props: PodIdentityProps;

  constructor(scope: Construct, id: string, props: PodIdentityProps) {
    super(scope, id);
    this.props = props;
    const { network, name, accounts, perNamespace } = props;
    const make = (at: string, named: string) =>
      new UserAssignedIdentity(this, at, { ...network.place, name: named.slice(0, LONGEST) });
    const namespaces = [...new Set(accounts.map(({ namespace }) => namespace))];
    if (!perNamespace) this.shared = make("Resource", `${name}-pods`);
    this.byNamespace = new Map(
      namespaces.map((namespace) => [namespace, this.shared ?? make(`of-${namespace}`, `${name}-pods-${namespace}`)]),
    );
  }

  /** Whom the pods of a namespace act as. */
  public of(namespace: string): UserAssignedIdentity {
    return this.shared ?? this.byNamespace.get(namespace)!;
  }

  /** Lets service accounts take their identity. Azure refuses credentials of one identity that are written at once. */
  public admit(cluster: KubernetesCluster): void {
    const last = new Map<UserAssignedIdentity, FederatedIdentityCredential>();
    for (const { namespace, name } of this.props.accounts) {
      const identity = this.of(namespace);
      const before = last.get(identity);
      const made = new FederatedIdentityCredential(this, `${namespace}-${name}`, {
        name: `${namespace}-${name}`,
        resourceGroupName: this.props.network.place.resourceGroupName,
        parentId: identity.id,
        issuer: cluster.oidcIssuerUrl,
        audience: ["api://AzureADTokenExchange"],
        subject: `system:serviceaccount:${namespace}:${name}`,
        ...(before ? { dependsOn: [before] } : {}),
      });
      last.set(identity, made);
    }
  }

  /** Lets pods read secrets of Key Vault, those alone. */
  public readSecrets(byNamespace: ReadonlyMap<string, readonly string[]>): void {
    for (const [namespace, ids] of byNamespace)
      for (const secretId of ids) {
        const identity = this.of(namespace);
        const id = `secret-${identity === this.shared ? "" : `${namespace}-`}${helmHash(secretId)}`;
        if (this.node.tryFindChild(id)) continue;
        new RoleAssignment(this, id, {
          scope: secretId,
          roleDefinitionName: "Key Vault Secrets User",
          principalId: identity.principalId,
          principalType: "ServicePrincipal",
        });
      }
  }
}
