import type { Bucket, Fabric, Monitoring, Network, Scheduler } from "../../../model/model";
import { hasGpus, isEfa, isPublic, type RawNodes } from "./raw-nodes";
import { block, blocks, number, type RawResource, refersTo, text, truth } from "./raw-resource";

/** Name of the fabric that EFA interfaces of hand-written nodes make up. */
export const RAW_FABRIC = "efa";

const ALL_PROTOCOLS = "-1";

/** Whether a security group has a rule to itself for all protocols, in one direction. */
function toItself(group: RawResource, all: readonly RawResource[], direction: "ingress" | "egress"): boolean {
  const inline = blocks(group.values, direction).some(
    (rule) => String(rule.protocol) === ALL_PROTOCOLS && truth(rule.self) === true,
  );
  const modern = all.some(
    (r) =>
      r.type === `aws_vpc_security_group_${direction}_rule` &&
      refersTo(r.values.security_group_id, group) &&
      refersTo(r.values.referenced_security_group_id, group) &&
      String(r.values.ip_protocol) === ALL_PROTOCOLS,
  );
  const older = all.some(
    (r) =>
      r.type === "aws_security_group_rule" &&
      r.values.type === direction &&
      refersTo(r.values.security_group_id, group) &&
      String(r.values.protocol) === ALL_PROTOCOLS &&
      (truth(r.values.self) === true || refersTo(r.values.source_security_group_id, group)),
  );
  return inline || modern || older;
}

/** The EFA fabric of the stack's nodes; null without EFA, or where its security groups are not of this stack. */
export function rawFabric(nodes: readonly RawNodes[], all: readonly RawResource[]): Fabric | null {
  const efa = nodes.flatMap((n) => blocks(n.settings, "network_interfaces")).filter(isEfa);
  if (efa.length === 0) return null;
  const own = all.filter((r) => r.type === "aws_security_group");
  const groups = own.filter((r) => efa.some((i) => refersTo(i.security_groups, r)));
  // a group of another stack or account may be the one that is open to itself
  const known = efa.every(({ security_groups: on }) =>
    Array.isArray(on) ? on.every((group) => own.some((r) => refersTo(group, r))) : groups.length > 0,
  );
  return {
    name: RAW_FABRIC,
    kind: "efa",
    availabilityZone: null,
    aws: {
      nicLayout: efa.every((i) => i.interface_type === "efa") ? "legacy-all-efa" : "ip-saving",
      selfIngress: groups.some((g) => toItself(g, all, "ingress")) || (known ? false : null),
      selfEgress: groups.some((g) => toItself(g, all, "egress")) || (known ? false : null),
    },
  };
}

/** A bucket; S3 encrypts every object and blocks public access to new buckets unless told otherwise. */
export function rawBucket(r: RawResource, all: readonly RawResource[]): Bucket {
  const about = (type: string) => all.find((other) => other.type === type && refersTo(other.values.bucket, r));
  const versioning = about("aws_s3_bucket_versioning");
  const access = about("aws_s3_bucket_public_access_block");
  const open = access !== undefined && Object.values(access.values).some((value) => truth(value) === false);
  return {
    name: r.name,
    purpose: /checkpoint|ckpt/i.test(`${r.name} ${text(r.values.bucket) ?? ""}`) ? "checkpoints" : "datasets",
    versioned:
      versioning !== undefined && text(block(versioning.values, "versioning_configuration").status) === "Enabled",
    encrypted: true,
    publicAccessBlocked: !open,
    deletionProtected: truth(block(r.values, "lifecycle").prevent_destroy) === true,
  };
}

/** What nodes of any EKS cluster call; add-ons that call more (Karpenter, Pod Identity, load balancers) are not read. @see https://docs.aws.amazon.com/eks/latest/userguide/private-clusters.html */
const CALLED_BY_NODES = ["ec2", "ecr.api", "ecr.dkr"];

/** An EKS cluster; its API is public unless told otherwise. */
export function rawEks(r: RawResource): Scheduler {
  const vpc = block(r.values, "vpc_config");
  const cidrs = Array.isArray(vpc.public_access_cidrs) ? vpc.public_access_cidrs.flatMap((c) => text(c) ?? []) : [];
  return {
    kind: "kubernetes",
    name: r.name,
    version: text(r.values.version) ?? "unknown",
    publicEndpoint: truth(vpc.endpoint_public_access) !== false,
    publicEndpointCidrs: cidrs,
    secretsEncrypted: Object.keys(block(r.values, "encryption_config")).length > 0,
    provisioner: "managed",
    queueing: "none",
    gcsFaultTolerance: false,
    workerGroups: [],
    calledServices: CALLED_BY_NODES,
  };
}

/** Addresses that instances may take in a subnet: its size without the five that AWS keeps. */
function usable(cidr: string | null): number | null {
  const bits = Number(cidr?.split("/")[1]);
  return Number.isInteger(bits) ? 2 ** (32 - bits) - 5 : null;
}

const EVERYONE = ["0.0.0.0/0", "::/0"];
const SSH = 22;

/** Whether a rule of a security group lets SSH in. */
function letsSshIn(rule: Readonly<Record<string, unknown>>): boolean {
  const protocol = String(rule.protocol ?? rule.ip_protocol);
  const [from, to] = [number(rule.from_port) ?? 0, number(rule.to_port) ?? 65_535];
  return protocol === ALL_PROTOCOLS || (protocol === "tcp" && from <= SSH && SSH <= to);
}

const listed = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((v): v is string => typeof v === "string");

/** Security groups of nodes that let the whole internet in by SSH. */
function openGroups(nodes: readonly RawNodes[], all: readonly RawResource[]): string[] {
  const worn = (group: RawResource) =>
    nodes.some((n) => refersTo(n.settings, group) || refersTo(n.resource.values, group));
  return all
    .filter((r) => r.type === "aws_security_group" && worn(r))
    .filter((group) =>
      [
        ...blocks(group.values, "ingress"),
        ...all
          .filter(
            (r) =>
              (r.type === "aws_vpc_security_group_ingress_rule" ||
                (r.type === "aws_security_group_rule" && r.values.type === "ingress")) &&
              refersTo(r.values.security_group_id, group),
          )
          .map((r) => r.values),
      ].some(
        (rule) =>
          letsSshIn(rule) &&
          [rule.cidr_blocks, rule.ipv6_cidr_blocks, rule.cidr_ipv4, rule.cidr_ipv6]
            .flatMap(listed)
            .some((cidr) => EVERYONE.includes(cidr)),
      ),
    )
    .map((group) => group.name)
    .sort();
}

/**
 * Subnets of the compute nodes: those that GPU nodes are launched into, else any nodes. Where a stack has no nodes, nothing says
 * that they will be in a public subnet, which may be there for a NAT gateway alone.
 */
function computeSubnets(nodes: readonly RawNodes[], all: readonly RawResource[]): RawResource[] {
  const subnets = all.filter((r) => r.type === "aws_subnet");
  const of = (some: readonly RawNodes[]) => subnets.filter((r) => some.some((n) => n.subnets.includes(r)));
  const used = [of(nodes.filter((n) => hasGpus(n.types[0]))), of(nodes)].find((found) => found.length > 0);
  return used ?? (nodes.length > 0 ? subnets : subnets.filter((r) => !isPublic(r)));
}

/** A VPC with what the stack puts into it. */
export function rawNetwork(
  vpc: RawResource,
  nodes: readonly RawNodes[],
  all: readonly RawResource[],
  region: string | null,
): Network {
  const of = (type: string) => all.filter((r) => r.type === type);
  const nats = of("aws_nat_gateway").length;
  const endpoints = of("aws_vpc_endpoint").map((r) =>
    String(r.values.service_name ?? "")
      .split(".")
      .slice(3)
      .join("."),
  );
  return {
    name: vpc.name,
    region,
    existing: false,
    egress: nats > 0 || endpoints.length === 0 ? "nat" : "endpoints-only",
    natGateways: nats,
    objectStorageEndpoint: of("aws_vpc_endpoint").some((r) => /\.s3$/.test(String(r.values.service_name ?? ""))),
    privateEndpoints: endpoints.filter((name) => name !== "s3" && name !== ""),
    flowLogs: of("aws_flow_log").length > 0,
    dnsSupport: truth(vpc.values.enable_dns_support) !== false,
    dnsHostnames: truth(vpc.values.enable_dns_hostnames) === true,
    computeSubnets: computeSubnets(nodes, all).map((r) => ({
      availabilityZone: text(r.values.availability_zone),
      usableAddresses: usable(text(r.values.cidr_block)),
      public: isPublic(r),
    })),
    sshOpenGroups: openGroups(nodes, all),
  };
}

/** Whether an alarm has an action, and a topic of the stack somebody who is subscribed to it. */
function notifies(alarm: RawResource, all: readonly RawResource[]): boolean {
  const { alarm_actions: actions } = alarm.values;
  if (!Array.isArray(actions) || actions.length === 0) return false;
  const topics = all.filter((r) => r.type === "aws_sns_topic" && refersTo(actions, r));
  const subscriptions = all.filter((r) => r.type === "aws_sns_topic_subscription");
  return topics.length === 0 || topics.some((topic) => subscriptions.some(({ values }) => refersTo(values, topic)));
}

/** Alarms and budgets of a stack as one monitoring; null without any. */
export function rawMonitoring(all: readonly RawResource[]): Monitoring | null {
  const metricAlarms = all.filter((r) => r.type === "aws_cloudwatch_metric_alarm");
  const alarms = metricAlarms.map((r) => r.name);
  const budgets = all.filter((r) => r.type === "aws_budgets_budget" && text(r.values.time_unit) === "MONTHLY");
  const dashboards = all.some((r) => r.type === "aws_cloudwatch_dashboard");
  if (alarms.length === 0 && budgets.length === 0 && !dashboards) return null;
  const limits = budgets.flatMap((r) => number(r.values.limit_amount) ?? []);
  return {
    name: "cloudwatch",
    idleGpuMinutes: null,
    alarms,
    alarmsNotify: metricAlarms.some((alarm) => notifies(alarm, all)),
    monthlyBudgetUsd: limits.length > 0 ? limits.reduce((a, b) => a + b, 0) : null,
    dashboards,
  };
}
