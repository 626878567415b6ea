import type { CloudTexts, TextRule } from "../../common/resource-texts";

const NETWORK: TextRule = {
  form: /^[a-z0-9]([\w.-]*\w)?$/i,
  words: "letters, digits, _, . and -, with a letter or digit first and no . or - last",
  least: 1,
  most: 80,
};

const MACHINE: TextRule = {
  form: /^(?![_.-])[^\\/"[\]:|<>+=;,?*@&\s]*(?<![.-])$/,
  words: "letters, digits, _, . and -, with a letter or digit first and no . or - last",
  least: 1,
  most: 64,
};

const IDENTITY: TextRule = {
  form: /^[a-z0-9][\w-]*$/i,
  words: "letters, digits, _ and -, with a letter or digit first",
  least: 3,
  most: 128,
};

const NETAPP: TextRule = {
  form: /^[a-z][\w-]*$/i,
  words: "letters, digits, _ and -, with a letter first",
  least: 1,
  most: 64,
};

const ACCOUNT: TextRule = { form: /^[a-z0-9]*$/, words: "lower-case letters and digits", least: 3, most: 24 };

const dashed = (least: number, most: number): TextRule => ({
  form: /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i,
  words: "letters, digits and -, with a letter or digit first and last",
  least,
  most,
});

const stored = (what: TextRule): TextRule => ({
  ...what,
  form: /^(?!.*--)[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
  words: "lower-case letters, digits and single -, with a letter or digit first and last",
});

/**
 * What Azure takes as names of what the constructs create, by type.
 * @see https://learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules (columns Length and Valid Characters, read 2026-11-28);
 * where it has no row, hashicorp/terraform-provider-azurerm internal/services, each service's validate
 */
export const NAME_RULES: CloudTexts["types"] = {
  azurerm_resource_group: {
    name: {
      form: /^[\w().-]*[\w()-]$/,
      words: "letters, digits, _, (, ), . and -, with no . last",
      least: 1,
      most: 90,
    },
  },
  azurerm_virtual_network: { name: { ...NETWORK, least: 2, most: 64 } },
  azurerm_subnet: { name: NETWORK },
  azurerm_network_security_group: { name: NETWORK },
  azurerm_network_security_rule: { name: NETWORK },
  azurerm_network_watcher_flow_log: { name: NETWORK },
  azurerm_nat_gateway: { name: NETWORK },
  azurerm_public_ip: { name: NETWORK },
  azurerm_network_interface: { name: NETWORK },
  azurerm_private_endpoint: { name: NETWORK },
  azurerm_private_dns_zone_virtual_network_link: { name: NETWORK },
  azurerm_lb: { name: NETWORK },
  azurerm_lb_backend_address_pool: { name: NETWORK },
  azurerm_lb_probe: { name: NETWORK },
  azurerm_lb_rule: { name: NETWORK },
  azurerm_managed_disk: { name: NETWORK },
  azurerm_private_dns_zone: {
    name: { form: /^([\w-]{1,63}\.){1,33}[\w-]{1,63}$/, words: "2 to 34 labels of letters, digits, _ and -", most: 63 },
  },
  azurerm_orchestrated_virtual_machine_scale_set: { name: MACHINE },
  // internal/services/compute/validate/computer_name.go: Azure adds six characters for each machine
  azurerm_linux_virtual_machine_scale_set: { name: MACHINE, computerNamePrefix: { ...MACHINE, most: 58 } },
  azurerm_linux_virtual_machine: { name: MACHINE, computerName: MACHINE },
  azurerm_user_assigned_identity: { name: IDENTITY },
  azurerm_federated_identity_credential: { name: { ...IDENTITY, most: 120 } },
  azurerm_storage_account: { name: ACCOUNT },
  azurerm_storage_container: { name: stored({ ...ACCOUNT, most: 63 }) },
  azurerm_storage_share: { name: stored({ ...ACCOUNT, most: 63 }) },
  azurerm_key_vault: {
    name: {
      form: /^(?!.*--)[a-z]([a-z0-9-]*[a-z0-9])?$/i,
      words: "letters, digits and single -, with a letter first and no - last",
      least: 3,
      most: 24,
    },
  },
  azurerm_container_registry: { name: { form: /^[a-z0-9]*$/i, words: "letters and digits", least: 5, most: 50 } },
  azurerm_mysql_flexible_server: { name: dashed(3, 63) },
  // nodeResourceGroup: https://aka.ms/aks-naming-rules
  azurerm_kubernetes_cluster: {
    name: dashed(1, 63),
    dnsPrefix: dashed(1, 54),
    nodeResourceGroup: { form: /^[\w().-]*$/, words: "letters, digits, _, (, ), . and -", least: 1, most: 80 },
  },
  azurerm_kubernetes_cluster_node_pool: {
    name: { form: /^[a-z][a-z0-9]*$/, words: "lower-case letters and digits, with a letter first", least: 1, most: 12 },
  },
  azurerm_managed_lustre_file_system: {
    name: {
      form: /^[a-z0-9][\w-]*[a-z0-9]$/i,
      words: "letters, digits, _ and -, with a letter or digit first and last",
      least: 2,
      most: 80,
    },
  },
  azurerm_netapp_account: { name: { ...NETAPP, most: 128 } },
  azurerm_netapp_pool: { name: NETAPP },
  azurerm_netapp_snapshot_policy: { name: NETAPP },
  azurerm_netapp_volume: {
    name: NETAPP,
    // internal/services/netapp/validate/volume_path.go
    volumePath: {
      ...NETAPP,
      form: /^[a-z][a-z0-9-]*$/i,
      words: "letters, digits and -, with a letter first",
      most: 80,
    },
  },
  // internal/services/dataprotection/validate/backup_vault_name.go
  azurerm_data_protection_backup_vault: {
    name: { form: /^[-a-z0-9]*$/i, words: "letters, digits and -", least: 2, most: 50 },
  },
  azurerm_data_protection_backup_policy_disk: { name: dashed(3, 150) },
  azurerm_monitor_action_group: {
    name: {
      form: /^[^:<>+/&%\\?]*[^:<>+/&%\\?. ]$/,
      words: "characters but :<>+/&%\\?, with no . or space last",
      least: 1,
      most: 260,
    },
    shortName: { form: /^/, words: "any text", least: 1, most: 12 },
  },
  azurerm_monitor_workspace: { name: dashed(4, 63) },
  azurerm_monitor_alert_prometheus_rule_group: {
    name: { form: /^[^:@%#*<>?&/\\|]*$/, words: "characters but :@%#*<>?&/\\|", least: 1, most: 260 },
  },
  // internal/services/dashboard/dashboard_grafana_resource.go
  azurerm_dashboard_grafana: {
    name: { ...dashed(2, 23), form: /^[a-z]([a-z0-9-]*[a-z0-9])?$/i },
  },
  azurerm_consumption_budget_subscription: {
    name: { form: /^[\w-]*$/, words: "letters, digits, _ and -", least: 1, most: 63 },
  },
  azurerm_management_lock: {
    name: {
      form: /^[\w().-]*[\w()-]$/,
      words: "letters, digits, _, (, ), . and -, with no . last",
      least: 1,
      most: 90,
    },
  },
};
