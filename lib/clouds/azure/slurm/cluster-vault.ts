import { KeyVault } from "@cdktf/provider-azurerm/lib/key-vault";
import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Construct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { clientConfig } from "../shared/client-config";

/** Days for which a deleted vault can be restored, and its name is taken. */
const RETENTION_DAYS = 90;

const KEY = "slurm-key";

/**
 * The vault of the key by which Slurm's daemons trust one another. The head makes the key on its first boot, so that it is in no state file. Only the
 * nodes' subnet reaches the vault.
 */
export class ClusterVault extends Construct {
  public readonly vault: KeyVault;

  constructor(scope: Construct, id: string, network: IClusterNetwork, name: string) {
    super(scope, id);
    this.vault = new KeyVault(this, "Resource", {
      ...network.place,
      name,
      tenantId: clientConfig(this).tenantId,
      skuName: "standard",
      rbacAuthorizationEnabled: true,
      purgeProtectionEnabled: true,
      softDeleteRetentionDays: RETENTION_DAYS,
      networkAcls: {
        defaultAction: "Deny",
        bypass: "AzureServices",
        virtualNetworkSubnetIds: [network.computeSubnetId],
      },
    });
    if (network.privateLink(this, "vault", this.vault.id)) this.vault.publicNetworkAccessEnabled = false;
    else checkovSkip(this.vault, "CKV2_AZURE_32", "nodes reach it over a service endpoint");
  }

  /** Address of the key. */
  public get keySecret(): string {
    return `${this.vault.vaultUri}secrets/${KEY}`;
  }

  public grantRead(id: string, identity: UserAssignedIdentity): void {
    this.grant(`read-${id}`, identity, "Key Vault Secrets User");
  }

  public grantWrite(id: string, identity: UserAssignedIdentity): void {
    this.grant(`write-${id}`, identity, "Key Vault Secrets Officer");
  }

  private grant(id: string, { principalId }: UserAssignedIdentity, roleDefinitionName: string): void {
    new RoleAssignment(this, id, {
      scope: this.vault.id,
      roleDefinitionName,
      principalId,
      principalType: "ServicePrincipal",
    });
  }
}
