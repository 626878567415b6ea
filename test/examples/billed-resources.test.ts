import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BY_THE_PIECE } from "../../lib/review/clouds/aws/bill/resource-bill";

/** The part of the review's cost that a Terraform resource is billed with. */
const BILLED: Readonly<Record<string, string>> = {
  aws_autoscaling_group: "nodes of the pool",
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
  [/^aws_(caller_identity|ssm_parameter|lb_)/, "read, or a part of a load balancer"],
];

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
});
