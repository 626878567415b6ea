import { NetworkWatcherFlowLog } from "@cdktf/provider-azurerm/lib/network-watcher-flow-log";
import { StorageAccount } from "@cdktf/provider-azurerm/lib/storage-account";
import { Construct } from "constructs";
import { checkovSkips } from "../../common/checkov";
import { CLOSED_ACCOUNT, inOneDataCenter, replicationIn, WITH_KEYS } from "../shared/storage-account";
import { FLOW_LOG_DAYS, type FlowLogsProps } from "./flow-log-props";
import type { IClusterNetwork } from "./i-cluster-network";

const SKIPS = {
  CKV2_AZURE_40: "Network Watcher writes flow logs with the account's key",
  CKV_AZURE_59: "network rules admit only trusted services of Azure",
  CKV_AZURE_206: "logs are in three zones",
  CKV_AZURE_33: "the account has no queues",
  CKV2_AZURE_33: "no node reads it",
  CKV2_AZURE_1: "logs are encrypted twice with keys of the platform",
} as const;

/**
 * Flows of a virtual network, in a storage account. The network watcher of the Region is the one that Azure makes by itself.
 * @see https://learn.microsoft.com/azure/network-watcher/vnet-flow-logs-overview
 */
export class FlowLogs extends Construct {
  public readonly account: StorageAccount;
  public readonly flowLog: NetworkWatcherFlowLog;

  constructor(scope: Construct, id: string, network: IClusterNetwork, props: FlowLogsProps) {
    super(scope, id);
    const { accountName, retentionDays: days = FLOW_LOG_DAYS } = props;
    this.account = buildAccount(this, network, accountName, days);
    this.flowLog = new NetworkWatcherFlowLog(this, "Resource", {
      name: network.clusterName,
      networkWatcherName: `NetworkWatcher_${network.region}`,
      resourceGroupName: "NetworkWatcherRG",
      location: network.region,
      tags: network.tags,
      targetResourceId: network.virtualNetworkId,
      storageAccountId: this.account.id,
      enabled: true,
      version: 2,
      retentionPolicy: { enabled: true, days },
    });
  }
}

function buildAccount(scope: Construct, network: IClusterNetwork, name: string, days: number): StorageAccount {
  const account = new StorageAccount(scope, "account", {
    ...network.place,
    name,
    accountTier: "Standard",
    accountReplicationType: replicationIn(network.availabilityZone),
    accountKind: "StorageV2",
    ...CLOSED_ACCOUNT,
    ...WITH_KEYS,
    blobProperties: { deleteRetentionPolicy: { days: Math.min(days, 14) } },
    networkRules: { defaultAction: "Deny", bypass: ["AzureServices", "Logging", "Metrics"] },
  });
  checkovSkips(account, { ...SKIPS, ...inOneDataCenter(network.availabilityZone) });
  return account;
}
