import { DataProtectionBackupInstanceDisk } from "@cdktf/provider-azurerm/lib/data-protection-backup-instance-disk";
import { DataProtectionBackupPolicyDisk } from "@cdktf/provider-azurerm/lib/data-protection-backup-policy-disk";
import { DataProtectionBackupVault } from "@cdktf/provider-azurerm/lib/data-protection-backup-vault";
import type { ManagedDisk } from "@cdktf/provider-azurerm/lib/managed-disk";
import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { clientConfig } from "../shared/client-config";

/** When snapshots of the state disk are made, and how long they are kept. */
export interface SlurmStateSnapshots {
  /**
   * Hours between snapshots: 4, 6, 8, 12 or 24. @default 24
   * @see https://learn.microsoft.com/azure/backup/disk-backup-overview
   */
  readonly everyHours?: 4 | 6 | 8 | 12 | 24;
  /** Days that a snapshot is kept, 1 to 360. @default 14 */
  readonly keepDays?: number;
}

export const NIGHTLY = { everyHours: 24, keepDays: 14 } as const;

export interface StateSnapshotsProps extends Required<SlurmStateSnapshots> {
  readonly network: IClusterNetwork;
  readonly name: string;
  readonly disk: ManagedDisk;
}

/**
 * Incremental snapshots of the state disk by Azure Backup, in the cluster's resource group. The vault's identity may read the disk and make snapshots
 * there, nothing else.
 */
export class StateSnapshots extends Construct {
  public readonly vault: DataProtectionBackupVault;

  constructor(scope: Construct, id: string, props: StateSnapshotsProps) {
    super(scope, id);
    const { network, name, disk, everyHours, keepDays } = props;
    this.vault = new DataProtectionBackupVault(this, "Resource", {
      ...network.place,
      name,
      datastoreType: "OperationalStore",
      redundancy: "LocallyRedundant",
      identity: { type: "SystemAssigned" },
    });
    const policy = new DataProtectionBackupPolicyDisk(this, "policy", {
      name: `${name}-state`,
      vaultId: this.vault.id,
      backupRepeatingTimeIntervals: [`R/2026-01-01T03:00:00+00:00/PT${everyHours}H`],
      defaultRetentionDuration: `P${keepDays}D`,
    });
    const { subscriptionId } = clientConfig(this);
    const { resourceGroupName } = network.place;
    const roles = [
      this.grant("read", disk.id, "Disk Backup Reader"),
      this.grant(
        "write",
        `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}`,
        "Disk Snapshot Contributor",
      ),
    ];
    new DataProtectionBackupInstanceDisk(this, "instance", {
      name: `${name}-state`,
      location: network.place.location,
      vaultId: this.vault.id,
      diskId: disk.id,
      snapshotResourceGroupName: resourceGroupName,
      backupPolicyId: policy.id,
      dependsOn: roles,
    });
  }

  private grant(id: string, scope: string, roleDefinitionName: string): RoleAssignment {
    const { principalId } = this.vault.identity;
    return new RoleAssignment(this, id, {
      scope,
      roleDefinitionName,
      principalId,
      principalType: "ServicePrincipal",
    });
  }
}
