import { ManagementLock } from "@cdktf/provider-azurerm/lib/management-lock";
import { MysqlFlexibleServer } from "@cdktf/provider-azurerm/lib/mysql-flexible-server";
import { MysqlFlexibleServerConfiguration } from "@cdktf/provider-azurerm/lib/mysql-flexible-server-configuration";
import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { RoleDefinition } from "@cdktf/provider-azurerm/lib/role-definition";
import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Construct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { linkedZone } from "../network/private-services";
import { clientConfig } from "../shared/client-config";
import { zoneNumber } from "../shared/names";

/** With standard support; that of 8.0 ended on 2026-05-31. @see https://learn.microsoft.com/azure/mysql/concepts-version-policy */
const VERSION = "8.4";

/**
 * What slurmdbd asks of its database, and what Azure's default does not allow it: on it, tables without a primary key get an invisible
 * one, which slurmdbd would drop again as a column that it does not know.
 * @see https://slurm.schedmd.com/accounting.html#slurm-accounting-configuration-before-build and https://learn.microsoft.com/azure/mysql/flexible-server/concepts-limitations
 */
const SETTINGS = {
  innodb_lock_wait_timeout: "900",
  max_allowed_packet: "16777216",
  require_secure_transport: "ON",
  sql_generate_invisible_primary_key: "OFF",
};

/** Who sets the password of the administrator. @see https://learn.microsoft.com/azure/role-based-access-control/permissions/databases */
const ACTIONS = ["Microsoft.DBforMySQL/flexibleServers/read", "Microsoft.DBforMySQL/flexibleServers/write"];

export interface AccountingServerProps {
  readonly network: IClusterNetwork;
  /** Name of the server, unique in all of Azure. */
  readonly name: string;
  readonly sku: string;
  readonly storageGiB: number;
  readonly backupDays: number;
  /** Subnet that is delegated to it; undefined for one of the network. */
  readonly subnetId: string | undefined;
  /** Its administrator, who is slurmdbd. */
  readonly user: string;
  /** Name of what belongs to it, `train-slurm`. */
  readonly prefix: string;
  /** Of the head, which sets the password. */
  readonly identity: UserAssignedIdentity;
}

/**
 * An Azure Database for MySQL that slurmdbd has for itself, in its own subnet: no public address, encrypted connections alone. Terraform creates
 * it with a password that is stored nowhere; the head replaces it with one of its own, so that no state file holds it. A lock protects the server.
 */
export class AccountingServer extends Construct {
  public readonly server: MysqlFlexibleServer;
  public readonly lock: ManagementLock;

  constructor(scope: Construct, id: string, props: AccountingServerProps) {
    super(scope, id);
    this.server = this.buildServer(props);
    for (const [name, value] of Object.entries(SETTINGS)) {
      const { resourceGroupName } = props.network.place;
      new MysqlFlexibleServerConfiguration(this, name, {
        resourceGroupName,
        serverName: this.server.name,
        name,
        value,
      });
    }
    this.lock = new ManagementLock(this, "lock", {
      name: `${props.name}-keep`,
      scope: this.server.id,
      lockLevel: "CanNotDelete",
      notes: "Accounting of Slurm: who takes this lock away may delete it",
    });
    this.admit(props);
  }

  /** Who asks for a subnet, as its user knows it: the head, in whose props it is. */
  private get asked() {
    const where = `SlurmHeadNode "${this.node.scope!.node.path}"`;
    return { kind: "mysql", where, prop: "accounting.databaseSubnetId" } as const;
  }

  private buildServer(props: AccountingServerProps): MysqlFlexibleServer {
    const { network, name, subnetId } = props;
    // where head and nodes find its address. @see https://learn.microsoft.com/azure/mysql/flexible-server/concepts-networking-vnet
    const { zone, link } = linkedZone(this, "zone", network, `${name}.private.mysql.database.azure.com`);
    const server = new MysqlFlexibleServer(this, "Resource", {
      ...network.place,
      name,
      version: VERSION,
      skuName: props.sku,
      zone: zoneNumber(network.availabilityZone),
      administratorLogin: props.user,
      // write-only, so in no state; the head replaces it on its first boot
      administratorPasswordWo: "Wf1-${uuid()}",
      administratorPasswordWoVersion: 1,
      delegatedSubnetId: network.subnetFor({ ...this.asked, name: this.node.id }, subnetId),
      privateDnsZoneId: zone.id,
      publicNetworkAccess: "Disabled",
      backupRetentionDays: props.backupDays,
      geoRedundantBackupEnabled: false,
      storage: { sizeGb: props.storageGiB, autoGrowEnabled: true },
      dependsOn: [link],
      lifecycle: {
        preventDestroy: true,
        // the head has set another password, Azure enlarges a disk that is nearly full, and upgrades are asked of Azure
        ignoreChanges: ["administrator_password_wo", "storage[0].size_gb", "version"],
      },
    });
    checkovSkip(server, "CKV_AZURE_53", "public_network_access is Disabled; the check reads the argument's old name");
    checkovSkip(server, "CKV2_AZURE_56", "it is in a delegated subnet, where no endpoint is");
    checkovSkip(server, "CKV_AZURE_94", "backups stay in the Region of the cluster");
    return server;
  }

  private admit({ network, prefix, identity }: AccountingServerProps): void {
    const group = `/subscriptions/${clientConfig(this).subscriptionId}/resourceGroups/${network.place.resourceGroupName}`;
    const role = new RoleDefinition(this, "role", {
      name: `${prefix}-database`,
      scope: group,
      assignableScopes: [group],
      description: `Sets the password of the accounting database of Slurm in ${network.clusterName}`,
      permissions: [{ actions: ACTIONS }],
    });
    new RoleAssignment(this, "password", {
      scope: this.server.id,
      roleDefinitionId: role.roleDefinitionResourceId,
      principalId: identity.principalId,
      principalType: "ServicePrincipal",
    });
  }
}
