import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BY_THE_PIECE } from "../../lib/review/clouds/aws/bill/resource-bill";
import { BY_THE_PIECE as AZURE_BY_THE_PIECE } from "../../lib/review/clouds/azure/bill/resource-bill";

/** The part of the review's cost that a Terraform resource is billed with. */
const BILLED: Readonly<Record<string, string>> = {
  aws_autoscaling_group: "nodes of the pool",
  aws_ec2_capacity_block_reservation: "nodes of the pool, paid ahead",
  aws_ec2_capacity_reservation: "nodes of the pool, used or not",
  aws_dlm_lifecycle_policy: "snapshots of the state volume",
  aws_ebs_volume: "volumes of the head",
  aws_efs_file_system: "unpriced: data stored",
  aws_eks_cluster: "EKS control plane",
  aws_eks_node_group: "system nodes, or nodes of the pool",
  aws_elasticache_replication_group: "Valkey",
  aws_flow_log: "unpriced: flow logs",
  aws_fsx_lustre_file_system: "capacity, metadata IOPS, throughput",
  aws_fsx_openzfs_file_system: "capacity and throughput",
  aws_instance: "head and login",
  aws_nat_gateway: "NAT gateways",
  aws_s3_bucket: "what the workload keeps in it",
  aws_vpc_endpoint: "interface endpoints",
};

/** Resources without a price of their own, and why. */
const FREE: readonly (readonly [RegExp, string])[] = [
  [/^aws_(default_)?security_group|^aws_vpc_security_group_/, "security groups"],
  [/^aws_(iam|eks_access|eks_pod_identity)_/, "permissions"],
  [/^aws_(vpc|subnet|route|route_table|route_table_association|internet_gateway|network_interface)$/, "network"],
  [/^aws_ecr_/, "registries are billed by the GB stored, which nobody knows before"],
  [/^aws_route53_record$/, "records; queries of private zones are billed by the million"],
  [/^aws_(launch_template|placement_group|volume_attachment|eks_addon)$/, "settings of what is billed"],
  [/^aws_s3_bucket_|^aws_s3_object$/, "settings and small files of a bucket"],
  [/^aws_efs_(access_point|backup_policy|file_system_policy|mount_target)$/, "settings of a file system"],
  [/^aws_fsx_data_repository_association$/, "a setting of a file system"],
  [/^aws_elasticache_subnet_group$/, "a setting"],
  [/^aws_(cloudwatch_event|cloudwatch_log_metric_filter|sns|sqs)/, "billed by the million messages"],
  [/^aws_cloudformation_stack$/, "stacks of AWS's own resources are free; AWS PCS is billed with its scheduler"],
  [
    /^aws_imagebuilder_/,
    "Image Builder is free; the hours of a bake and the GB of an image's snapshot are known only once it is built",
  ],
  [/^aws_cloudwatch_dashboard$/, "the first three of an account are free"],
  [/^aws_cloudwatch_log_group$/, "billed by what is logged, which nobody knows before"],
  [/^aws_lambda_(function|invocation)$/, "one run when a pool is destroyed; Lambda bills requests by the million"],
  [/^aws_budgets_budget$/, "budgets that only notify are free"],
  [/^aws_autoscaling_(group_tag|policy)$|^aws_ce_cost_allocation_tag$/, "settings"],
  [/^aws_(customer_gateway|vpn_gateway)|^aws_vpn_connection_route$/, "billed with the VPN connection"],
  [/^aws_rolesanywhere_/, "IAM Roles Anywhere has no price; a private CA of ACM's is the site's"],
  [/^aws_route53_resolver_rule/, "rules are free; their endpoints are billed"],
  [/^aws_(caller_identity|ssm_parameter|lb_)/, "read, or a part of a load balancer"],
];

/** The same of Azure, for which the bill has lines without a price. */
const BILLED_BY_AZURE: Readonly<Record<string, string>> = {
  azurerm_data_protection_backup_instance_disk: "snapshots of the state disk",
  azurerm_kubernetes_cluster: "AKS control plane",
  azurerm_kubernetes_cluster_node_pool: "nodes of the pool",
  azurerm_linux_virtual_machine: "head and login",
  azurerm_linux_virtual_machine_scale_set: "nodes of the pool",
  azurerm_managed_disk: "disks of the head",
  azurerm_managed_lustre_file_system: "capacity",
  azurerm_mysql_flexible_server: "accounting database",
  azurerm_nat_gateway: "NAT gateways",
  azurerm_netapp_pool: "capacity",
  azurerm_network_watcher_flow_log: "flow logs",
  azurerm_orchestrated_virtual_machine_scale_set: "nodes of the pool",
  azurerm_private_endpoint: "private endpoints",
  azurerm_storage_account: "what the workload keeps in it",
  azurerm_storage_share: "capacity",
};

const FREE_IN_AZURE: readonly (readonly [RegExp, string])[] = [
  [/^azurerm_(resource_group|user_assigned_identity|federated_identity_credential|role_)/, "permissions and groups"],
  [/^azurerm_(virtual_network|subnet|network_security_group|network_interface)/, "network"],
  [/^azurerm_nat_gateway_public_ip_association$|^azurerm_virtual_machine_data_disk_attachment$/, "links"],
  [/^azurerm_private_dns_(a|srv)_record$|^azurerm_private_dns_zone_virtual_network_link$/, "records of a zone"],
  [/^azurerm_lb_/, "parts of a load balancer"],
  [/^azurerm_storage_(blob|container|management_policy|container_immutability_policy)$/, "settings and small files"],
  [/^azurerm_netapp_(account|snapshot_policy|volume)$/, "parts of a capacity pool"],
  [/^azurerm_data_protection_backup_(policy_disk|vault)$/, "settings of backups"],
  [/^azurerm_monitor_(action_group|data_collection_|alert_prometheus_rule_group)/, "billed by messages and samples"],
  [/^azurerm_(management_lock|mysql_flexible_server_configuration)$/, "settings of what is billed"],
  [/^azurerm_container_registry_(cache_rule|credential_set)$/, "settings of the registry"],
  [/^azurerm_consumption_budget_subscription$/, "a budget that only notifies"],
];

/** Types of resources that the constructs of a cloud can make, by the bindings that they import. */
function madeBy(cloud: string, provider: string): string[] {
  const folder = join(__dirname, "../../lib/clouds", cloud);
  const files = (readdirSync(folder, { recursive: true, encoding: "utf8" }) as string[]).filter((file) =>
    file.endsWith(".ts"),
  );
  const bindings = files.flatMap((file) => [
    ...readFileSync(join(folder, file), "utf8").matchAll(
      new RegExp(`^import \\{[^}]*\\} from "@cdktf/provider-${provider}/lib/([a-z0-9-]+)"`, "gm"),
    ),
  ]);
  // data sources are only read
  const names = bindings.map(([, name]) => name!).filter((name) => !/^(data-(aws|azurerm)-|provider$)/.test(name));
  return [...new Set(names.map((name) => `${provider}_${name.replaceAll("-", "_")}`))].sort();
}

describe("every resource of every example", () => {
  const snapshot = readFileSync(join(__dirname, "__snapshots__/synth.test.ts.snap"), "utf8");
  const types = [...new Set([...snapshot.matchAll(/"(aws_[a-z0-9_]+)": \{/g)].map((match) => match[1]!))].sort();

  it("is billed, by attribute or by the piece, or free for a reason", () => {
    expect(types.length).toBeGreaterThan(40);
    const silent = types.filter(
      (type) => !(type in BILLED) && !(type in BY_THE_PIECE) && !FREE.some(([pattern]) => pattern.test(type)),
    );
    expect(silent).toEqual([]);
  });

  it("is so in examples or not, for whatever a construct can make", () => {
    const made = madeBy("aws", "aws");
    expect(made.length).toBeGreaterThan(80);
    const silent = made.filter(
      (type) => !(type in BILLED) && !(type in BY_THE_PIECE) && !FREE.some(([pattern]) => pattern.test(type)),
    );
    expect(silent).toEqual([]);
  });

  it("is so in Azure too, where the bill names it as unpriced", () => {
    const made = madeBy("azure", "azurerm");
    expect(made.length).toBeGreaterThan(40);
    const silent = made.filter(
      (type) =>
        !(type in BILLED_BY_AZURE) && !(type in AZURE_BY_THE_PIECE) && !FREE_IN_AZURE.some(([free]) => free.test(type)),
    );
    expect(silent).toEqual([]);
    const named = [...Object.keys(BILLED_BY_AZURE), ...Object.keys(AZURE_BY_THE_PIECE)];
    expect(named.filter((type) => !made.includes(type))).toEqual([]);
  });
});
