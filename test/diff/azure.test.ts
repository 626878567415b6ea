import { diffStacks } from "../../lib/diff/diff";
import type { Impact } from "../../lib/diff/impact";
import { readStack } from "../../lib/diff/terraform-stack";

type Attributes = Record<string, unknown>;

const at = (path: string, attributes: Attributes) => ({ "//": { metadata: { path: `train/${path}` } }, ...attributes });
const stack = (resource: Record<string, Record<string, object>>, locals: Attributes = {}) =>
  readStack(JSON.stringify({ resource, locals }), "test.tf.json");
const diff = (type: string, before: Attributes, after: Attributes) =>
  diffStacks(stack({ [type]: { x: at("x", before) } }), stack({ [type]: { x: at("x", after) } }));

describe("a comparison of two stacks of Azure", () => {
  const table: readonly (readonly [string, string, Attributes, Attributes, number, Impact])[] = [
    [
      "Lustre of another throughput",
      "azurerm_managed_lustre_file_system",
      { sku_name: "AMLFS-Durable-Premium-125" },
      { sku_name: "AMLFS-Durable-Premium-250" },
      20,
      "data-replaced",
    ],
    [
      "Lustre maintained on another day",
      "azurerm_managed_lustre_file_system",
      { maintenance_window: { day_of_week: "Sunday" } },
      { maintenance_window: { day_of_week: "Monday" } },
      0,
      "data-protection",
    ],
    [
      "Lustre without a key any more",
      "azurerm_managed_lustre_file_system",
      { encryption_key: { key_url: "https://a" } },
      {},
      20,
      "data-replaced",
    ],
    ["a disk that grows", "azurerm_managed_disk", { disk_size_gb: 100 }, { disk_size_gb: 200 }, 0, "storage-resized"],
    ["a disk in another zone", "azurerm_managed_disk", { zone: "1" }, { zone: "2" }, 20, "data-replaced"],
    [
      "replication of another kind",
      "azurerm_storage_account",
      { account_replication_type: "LRS" },
      { account_replication_type: "ZRS" },
      20,
      "data-may-be-replaced",
    ],
    [
      "a container in another account",
      "azurerm_storage_container",
      { storage_account_id: "a" },
      { storage_account_id: "b" },
      20,
      "data-replaced",
    ],
    ["a vault of another name", "azurerm_key_vault", { name: "a" }, { name: "b" }, 20, "data-replaced"],
    ["a group of another name", "azurerm_resource_group", { name: "a" }, { name: "b" }, 20, "data-replaced"],
    ["a cluster of another name", "azurerm_kubernetes_cluster", { name: "a" }, { name: "b" }, 20, "data-replaced"],
    [
      "a cluster of another version",
      "azurerm_kubernetes_cluster",
      { kubernetes_version: "1.33" },
      { kubernetes_version: "1.34" },
      10,
      "control-plane-updated",
    ],
    [
      "AKS nodes of another size",
      "azurerm_kubernetes_cluster_node_pool",
      { vm_size: "Standard_NC24ads_A100_v4" },
      { vm_size: "Standard_NC40ads_H100_v5" },
      10,
      "nodes-replaced",
    ],
    [
      "AKS nodes by Spot",
      "azurerm_kubernetes_cluster_node_pool",
      { priority: "Regular" },
      { priority: "Spot" },
      10,
      "nodes-replaced",
    ],
    ["more AKS nodes", "azurerm_kubernetes_cluster_node_pool", { max_count: 4 }, { max_count: 8 }, 0, "scale"],
    [
      "fewer AKS nodes",
      "azurerm_kubernetes_cluster_node_pool",
      { max_count: 8 },
      { max_count: 4 },
      10,
      "nodes-drained",
    ],
    [
      "nodes of a fleet with other programs",
      "azurerm_orchestrated_virtual_machine_scale_set",
      { os_profile: { custom_data: "a" } },
      { os_profile: { custom_data: "b" } },
      10,
      "nodes-at-next-launch",
    ],
    [
      "more nodes of a fleet",
      "azurerm_orchestrated_virtual_machine_scale_set",
      { instances: 1 },
      { instances: 2 },
      0,
      "scale",
    ],
    [
      "a network of other addresses",
      "azurerm_virtual_network",
      { address_space: ["10.0.0.0/16"] },
      { address_space: ["10.0.0.0/16", "10.1.0.0/16"] },
      0,
      "network",
    ],
    [
      "an image cache of another name",
      "azurerm_container_registry",
      { name: "a" },
      { name: "b" },
      10,
      "network-replaced",
    ],
    [
      "an image cache of another SKU",
      "azurerm_container_registry",
      { sku: "Standard" },
      { sku: "Premium" },
      0,
      "network",
    ],
    [
      "a cache rule without its login",
      "azurerm_container_registry_cache_rule",
      { credential_set_id: "a" },
      {},
      10,
      "network-replaced",
    ],
    [
      "a login from another secret",
      "azurerm_container_registry_credential_set",
      { authentication_credentials: { username_secret_id: "a" } },
      { authentication_credentials: { username_secret_id: "b" } },
      0,
      "security",
    ],
    [
      "login nodes' load balancer in another zone",
      "azurerm_lb",
      { frontend_ip_configuration: [{ name: "ssh", zones: ["1"] }] },
      { frontend_ip_configuration: [{ name: "ssh", zones: ["2"] }] },
      10,
      "network-replaced",
    ],
    [
      "sessions that last longer",
      "azurerm_lb_rule",
      { idle_timeout_in_minutes: 30 },
      { idle_timeout_in_minutes: 60 },
      0,
      "network",
    ],
    [
      "snapshots that are kept longer",
      "azurerm_data_protection_backup_policy_disk",
      { default_retention_duration: "P7D" },
      { default_retention_duration: "P14D" },
      0,
      "data-protection",
    ],
    ["a network of another name", "azurerm_virtual_network", { name: "a" }, { name: "b" }, 10, "network-replaced"],
    ["other rights", "azurerm_role_assignment", { scope: "a" }, { scope: "b" }, 0, "security"],
    ["other tags", "azurerm_managed_disk", { tags: { a: "1" } }, { tags: { a: "2" } }, 0, "tags"],
  ];

  it.each(table)("%s", (_, type, before, after, status, impact) => {
    const found = diff(type, before, after);
    expect([found.findings.map((one) => one.impact), found.status]).toEqual([[impact], status]);
  });

  it("says that nodes of AKS move to a temporary pool", () => {
    const [found] = diff("azurerm_kubernetes_cluster_node_pool", { vm_size: "a" }, { vm_size: "b" }).findings;
    expect(found!.says).toContain("its nodes move to a temporary pool and back, which needs quota for both");
  });

  const site = (text: string, head: Attributes = {}) =>
    stack(
      {
        azurerm_storage_blob: {
          conf: at("slurm/site/etc-slurmconf", { name: "etc/slurm.conf", source_content: "${local.conf}" }),
        },
        azurerm_linux_virtual_machine: { head: at("slurm/head/Resource", { size: "a", ...head }) },
        azurerm_managed_disk: { state: at("slurm/head/state", { disk_size_gb: 100 }) },
      },
      { conf: text },
    );
  const conf = (nodes: string) => `NodeName=${nodes} State=CLOUD\nPartitionName=work Nodes=${nodes}\n`;

  it("reads slurm.conf out of the local that a blob refers to", () => {
    const { findings } = diffStacks(site(conf("h100-dy-[1-8]")), site(conf("h100-dy-[1-4]")));
    expect(findings.map(({ impact, says }) => [impact, says.slice(0, 29)])).toEqual([
      ["nodes-drained", "Slurm drains h100-dy-5, h100-"],
      ["slurmctld-restarted", "slurm.conf: 4 nodes fewer; ot"],
    ]);
  });

  it("restarts a head of another size, and keeps the state of one that is replaced", () => {
    const text = conf("h100-dy-[1-8]");
    const [restarted] = diffStacks(site(text), site(text, { size: "b" })).findings;
    const [replaced] = diffStacks(site(text), site(text, { custom_data: "b" })).findings;
    expect(restarted!.impact).toBe("head-restarted");
    expect([replaced!.impact, replaced!.says]).toEqual([
      "head-replaced",
      expect.stringContaining("its state volume is kept"),
    ]);
  });
});
