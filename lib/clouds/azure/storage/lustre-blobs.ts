import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import { StorageAccount } from "@cdktf/provider-azurerm/lib/storage-account";
import { StorageContainer } from "@cdktf/provider-azurerm/lib/storage-container";
import { DataResource } from "cdktf";
import { Construct } from "constructs";
import { checkovSkip, checkovSkips } from "../../common/checkov";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { clientConfig } from "../shared/client-config";
import { CLOSED_ACCOUNT, WITH_KEYS } from "../shared/storage-account";
import type { LustreBlobsProps } from "./lustre-storage-props";
import { ALL_BLOBS } from "./lustre-storage-table";

/** Roles that Managed Lustre must have before the file system is made. @see https://learn.microsoft.com/azure/azure-managed-lustre/amlfs-prerequisites#access-roles-for-blob-integration */
const ROLES = { account: "Storage Account Contributor", blobs: "Storage Blob Data Contributor" };

/** Seconds that a role takes to be known everywhere. The check before creation cannot see it, and creation fails without it. */
const ROLE_SECONDS = 300;

/** Days of changes that auto-import needs at least. @see https://learn.microsoft.com/azure/azure-managed-lustre/auto-import#prerequisites */
const CHANGE_FEED_DAYS = 7;

const SKIPS = {
  CKV2_AZURE_40: "Managed Lustre needs the account's keys to be enabled",
  CKV_AZURE_59: "network rules deny everybody but trusted services of Azure and the nodes' subnet",
  CKV_AZURE_206: "copies are in three zones of the Region of the nodes",
  CKV_AZURE_33: "the account has no queues",
  CKV2_AZURE_33: "Managed Lustre reaches it as a trusted service",
  CKV2_AZURE_1: "blobs are encrypted twice with keys of the platform",
} as const;

/** The storage account behind a Managed Lustre file system: a container of data, one of logs, and who may use them. */
export class LustreBlobs extends Construct {
  public readonly account: StorageAccount;
  public readonly data: StorageContainer;
  /** What the file system waits for. */
  public readonly ready: DataResource;
  /** `hsm_setting` of the file system. */
  public readonly setting: { containerId: string; loggingContainerId: string; importPrefix: string };

  constructor(scope: Construct, id: string, network: IClusterNetwork, props: LustreBlobsProps) {
    super(scope, id);
    this.account = buildAccount(this, network, props);
    this.data = this.container("data");
    const logs = this.container("logs");
    const { subscriptionId } = clientConfig(this);
    // of names alone: an id of the container would have it made before the roles, and Lustre wait for it alone
    const account = `/subscriptions/${subscriptionId}/resourceGroups/${network.place.resourceGroupName}/providers/Microsoft.Storage/storageAccounts/${this.account.name}`;
    const idOf = (name: string) => `${account}/blobServices/default/containers/${name}`;
    const roles = Object.entries(ROLES).map(
      ([name, roleDefinitionName]) =>
        new RoleAssignment(this, name, {
          scope: this.account.id,
          roleDefinitionName,
          principalId: props.providerPrincipalId,
          principalType: "ServicePrincipal",
        }),
    );
    this.ready = new DataResource(this, "ready", {
      triggersReplace: { account: this.account.id },
      provisioners: [{ type: "local-exec", when: "create", command: `sleep ${ROLE_SECONDS}` }],
      dependsOn: [...roles, this.data, logs],
    });
    this.setting = {
      containerId: idOf(this.data.name),
      loggingContainerId: idOf(logs.name),
      importPrefix: props.importPrefix ?? ALL_BLOBS,
    };
  }

  private container(name: string): StorageContainer {
    const container = new StorageContainer(this, name, {
      name,
      storageAccountId: this.account.id,
      containerAccessType: "private",
      ...(name === "data" ? { lifecycle: { preventDestroy: true } } : {}),
    });
    checkovSkip(container, "CKV2_AZURE_21", "training reads every blob many times");
    return container;
  }
}

function buildAccount(scope: Construct, network: IClusterNetwork, props: LustreBlobsProps): StorageAccount {
  const account = new StorageAccount(scope, "Resource", {
    ...network.place,
    name: props.accountName,
    accountTier: "Standard",
    accountReplicationType: "ZRS",
    accountKind: "StorageV2",
    ...CLOSED_ACCOUNT,
    ...WITH_KEYS,
    blobProperties: {
      deleteRetentionPolicy: { days: 14 },
      containerDeleteRetentionPolicy: { days: 14 },
      ...(props.autoImport === undefined
        ? {}
        : { changeFeedEnabled: true, changeFeedRetentionInDays: CHANGE_FEED_DAYS }),
    },
    networkRules: {
      defaultAction: "Deny",
      bypass: ["AzureServices"],
      virtualNetworkSubnetIds: [network.computeSubnetId],
    },
    lifecycle: { preventDestroy: true },
  });
  checkovSkips(account, SKIPS);
  return account;
}
