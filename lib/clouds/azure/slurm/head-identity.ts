import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { RoleDefinition } from "@cdktf/provider-azurerm/lib/role-definition";
import { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Fn } from "cdktf";
import { Construct } from "constructs";
import { isToken } from "../../common/terraform-text";
import { ClusterNetwork } from "../network/cluster-network";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { clientConfig } from "../shared/client-config";
import { grantSecret } from "../shared/secret-address";

/**
 * What starting and ending VMs with their disks and interfaces takes, naming and restarting those of racks, and a node's record in the private zone. Scale sets are joined, not changed.
 * @see https://learn.microsoft.com/azure/role-based-access-control/permissions/compute and https://learn.microsoft.com/azure/role-based-access-control/permissions/networking
 */
const ACTIONS = [
  "Microsoft.Compute/virtualMachines/read",
  "Microsoft.Compute/virtualMachines/write",
  "Microsoft.Compute/virtualMachines/delete",
  "Microsoft.Compute/virtualMachines/restart/action",
  "Microsoft.Compute/virtualMachines/instanceView/read",
  "Microsoft.Compute/virtualMachineScaleSets/read",
  "Microsoft.Compute/virtualMachineScaleSets/write",
  "Microsoft.Compute/disks/read",
  "Microsoft.Compute/disks/write",
  "Microsoft.Compute/disks/delete",
  "Microsoft.Compute/capacityReservationGroups/read",
  "Microsoft.Compute/capacityReservationGroups/deploy/action",
  "Microsoft.Compute/capacityReservationGroups/capacityReservations/read",
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

/**
 * The head's identity, which may start and end VMs in the cluster's resource group by its own role. It has the role on what a VM joins elsewhere too: the
 * subnet of an imported network, and reservation groups, on which Virtual Machine Contributor has no right.
 */
export class HeadIdentity extends Construct {
  public readonly identity: UserAssignedIdentity;
  public readonly role: RoleDefinition;

  constructor(scope: Construct, id: string, { network, name, groupIds, secretIds }: HeadIdentityProps) {
    super(scope, id);
    this.identity = new UserAssignedIdentity(this, "Resource", { ...network.place, name });
    const { subscriptionId } = clientConfig(this);
    const group = `/subscriptions/${subscriptionId}/resourceGroups/${network.place.resourceGroupName}`;
    const joined = joinedElsewhere(network, groupIds);
    this.role = new RoleDefinition(this, "role", {
      name,
      scope: group,
      assignableScopes: [group, ...new Set(Object.values(joined).map(resourceGroupId))],
      description: `Starts and ends the nodes of Slurm in ${network.clusterName}`,
      permissions: [{ actions: ACTIONS }],
    });
    const roleDefinitionId = this.role.roleDefinitionResourceId;
    this.assign("nodes", { scope: group, roleDefinitionId });
    for (const [of, scope] of Object.entries(joined)) this.assign(of, { scope, roleDefinitionId });
    for (const [of, secretId] of Object.entries(secretIds)) {
      if (secretId !== undefined) grantSecret(this, of, secretId, this.identity);
    }
  }

  private assign(id: string, role: { readonly scope: string; readonly roleDefinitionId: string }): void {
    const { principalId } = this.identity;
    new RoleAssignment(this, id, { ...role, principalId, principalType: "ServicePrincipal" });
  }
}

/** What VMs join outside of the cluster's resource group, by the id of its assignment. */
function joinedElsewhere(network: IClusterNetwork, groupIds: readonly string[]): Readonly<Record<string, string>> {
  const { resourceGroupName } = network.place;
  const subnet = network instanceof ClusterNetwork ? [] : [["subnet", network.computeSubnetId] as const];
  const groups = groupIds.map((groupId, index) => [`group-${index}`, groupId] as const);
  const elsewhere = [...groups, ...subnet].filter(([, id]) => {
    const name = isToken(id) ? undefined : id.split("/")[GROUP_WORDS - 1];
    return name?.toLowerCase() !== resourceGroupName.toLowerCase();
  });
  return Object.fromEntries(elsewhere);
}

/** Words of `/subscriptions/<id>/resourceGroups/<name>`, of which the first is empty. */
const GROUP_WORDS = 5;

/** Resource group of a resource, whose id may be known to Terraform alone. */
const resourceGroupId = (id: string): string =>
  isToken(id)
    ? Fn.join("/", Fn.slice(Fn.split("/", id), 0, GROUP_WORDS))
    : id.split("/").slice(0, GROUP_WORDS).join("/");
