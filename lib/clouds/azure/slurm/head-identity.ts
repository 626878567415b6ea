import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { RoleDefinition } from "@cdktf/provider-azurerm/lib/role-definition";
import { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { clientConfig } from "../shared/client-config";
import { grantSecret } from "../shared/secret-address";

/**
 * What starting and ending VMs with their disks and interfaces takes, and a node's record in the private zone. Scale sets are joined, not changed.
 * @see https://learn.microsoft.com/azure/role-based-access-control/permissions/compute and https://learn.microsoft.com/azure/role-based-access-control/permissions/networking
 */
const ACTIONS = [
  "Microsoft.Compute/virtualMachines/read",
  "Microsoft.Compute/virtualMachines/write",
  "Microsoft.Compute/virtualMachines/delete",
  "Microsoft.Compute/virtualMachines/instanceView/read",
  "Microsoft.Compute/virtualMachineScaleSets/read",
  "Microsoft.Compute/virtualMachineScaleSets/write",
  "Microsoft.Compute/disks/read",
  "Microsoft.Compute/disks/write",
  "Microsoft.Compute/disks/delete",
  "Microsoft.Network/networkInterfaces/read",
  "Microsoft.Network/networkInterfaces/write",
  "Microsoft.Network/networkInterfaces/delete",
  "Microsoft.Network/networkInterfaces/join/action",
  "Microsoft.Network/virtualNetworks/subnets/join/action",
  "Microsoft.Network/privateDnsZones/A/read",
  "Microsoft.Network/privateDnsZones/A/write",
  "Microsoft.Network/privateDnsZones/A/delete",
  "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action",
];

export interface HeadIdentityProps {
  readonly network: IClusterNetwork;
  readonly name: string;
  /** Capacity reservation groups that nodes come from. */
  readonly groupIds: readonly string[];
  /** Secrets of vaults of the user's that it reads, by what they are of. */
  readonly secretIds: Readonly<Record<string, string | undefined>>;
}

/** The head's identity, which may start and end VMs in the cluster's resource group by its own role. */
export class HeadIdentity extends Construct {
  public readonly identity: UserAssignedIdentity;
  public readonly role: RoleDefinition;

  constructor(scope: Construct, id: string, { network, name, groupIds, secretIds }: HeadIdentityProps) {
    super(scope, id);
    this.identity = new UserAssignedIdentity(this, "Resource", { ...network.place, name });
    const { subscriptionId } = clientConfig(this);
    const group = `/subscriptions/${subscriptionId}/resourceGroups/${network.place.resourceGroupName}`;
    this.role = new RoleDefinition(this, "role", {
      name,
      scope: group,
      assignableScopes: [group],
      description: `Starts and ends the nodes of Slurm in ${network.clusterName}`,
      permissions: [{ actions: ACTIONS }],
    });
    this.assign("nodes", { scope: group, roleDefinitionId: this.role.roleDefinitionResourceId });
    // deploying into a group takes a permission on it, wherever it is
    for (const [index, scope] of groupIds.entries()) {
      this.assign(`group-${index}`, { scope, roleDefinitionName: "Virtual Machine Contributor" });
    }
    for (const [of, secretId] of Object.entries(secretIds)) {
      if (secretId !== undefined) grantSecret(this, of, secretId, this.identity);
    }
  }

  private assign(
    id: string,
    role: { readonly scope: string; readonly roleDefinitionId?: string; readonly roleDefinitionName?: string },
  ): void {
    const { principalId } = this.identity;
    new RoleAssignment(this, id, { ...role, principalId, principalType: "ServicePrincipal" });
  }
}
