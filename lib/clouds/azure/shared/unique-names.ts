import {
  type Cluster,
  checkUniqueNames as checkNames,
  type UniqueName,
  type UniqueNames,
} from "../../common/unique-names";

const everywhere: UniqueName = { attribute: "name", within: "partition" };
const inGroup: UniqueName = { attribute: "name", within: "account", of: "resourceGroupName" };

/**
 * Names that Azure takes once, by type. @see https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules
 * (column Scope, read 2026-11-27)
 */
const UNIQUE: UniqueNames["types"] = {
  azurerm_storage_account: everywhere,
  azurerm_key_vault: everywhere,
  azurerm_container_registry: everywhere,
  azurerm_mysql_flexible_server: everywhere,
  azurerm_consumption_budget_subscription: { attribute: "name", within: "account" },
  azurerm_resource_group: { attribute: "name", within: "account" },
  azurerm_virtual_network: inGroup,
  azurerm_network_security_group: inGroup,
  azurerm_nat_gateway: inGroup,
  azurerm_public_ip: inGroup,
  azurerm_user_assigned_identity: inGroup,
  azurerm_orchestrated_virtual_machine_scale_set: inGroup,
  azurerm_linux_virtual_machine_scale_set: inGroup,
  azurerm_linux_virtual_machine: inGroup,
  azurerm_kubernetes_cluster: inGroup,
  azurerm_managed_lustre_file_system: inGroup,
  azurerm_netapp_account: inGroup,
};

const NAMES: UniqueNames = {
  types: UNIQUE,
  provider: "azurerm",
  account: ["subscriptionId", "tenantId", "environment"],
  words: (clusterName) => ({
    within: "a resource group, and those of storage accounts, key vaults and database servers in all of Azure",
    remedy: `give each account, vault and server its own name, and each cluster a network with a clusterName of its own, such as "${clusterName}-2"`,
    accounts: "; where the stacks are for different subscriptions, say so by subscriptionId of their AzurermProviders",
  }),
};

/** At synth, refuses resources that have one name where Azure takes each name once. */
export const checkUniqueNames = (network: Cluster): void => checkNames(network, NAMES);
