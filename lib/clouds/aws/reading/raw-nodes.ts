import { findInstanceType } from "../../../catalog/instance-types";
import type { NodePool } from "../../../model/model";
import { block, blocks, number, type RawResource, refersTo, text, truth } from "./raw-resource";

type Values = Readonly<Record<string, unknown>>;

/** Nodes that a stack launches alike. */
export interface RawNodes {
  /** The resource that findings are about: launch template, node group or instance. */
  readonly resource: RawResource;
  /** How a node is launched, in a launch template's words. */
  readonly settings: Values;
  /** Instance types that may be launched, the usual one first; empty where none is named. */
  readonly types: readonly string[];
  readonly nodes: NodePool["nodes"];
  readonly adoptedBy: NonNullable<NodePool["adoptedBy"]>;
  /** Subnets of this stack that they are launched into. */
  readonly subnets: readonly RawResource[];
}

const namesIn = (values: unknown): string[] => [values].flat().flatMap((value) => text(value) ?? []);

function subnetsIn(values: unknown, all: readonly RawResource[]): RawResource[] {
  return all.filter((r) => r.type === "aws_subnet" && refersTo(values, r));
}

/** Where a node group or an Auto Scaling group buys its nodes, in a launch template's words. */
function market(group: RawResource): Values {
  const type = { SPOT: "spot", CAPACITY_BLOCK: "capacity-block" }[text(group.values.capacity_type) ?? ""];
  return type === undefined ? {} : { instance_market_options: { market_type: type } };
}

/** What one resource that uses a template launches. */
function launched(user: RawResource): Pick<RawNodes, "nodes" | "adoptedBy" | "types"> {
  const mixed = block(block(user.values, "mixed_instances_policy"), "launch_template");
  const named = [
    ...[user.values.instance_types ?? []].flat(),
    user.values.instance_type,
    ...blocks(mixed, "override").map((override) => override.instance_type),
  ];
  const types = namesIn(named);
  if (user.type === "aws_eks_node_group") {
    const scaling = block(user.values, "scaling_config");
    const nodes = { min: number(scaling.min_size) ?? 0, max: number(scaling.max_size) ?? 1 };
    return { nodes, adoptedBy: { kind: "kubernetes", name: user.name }, types };
  }
  const adoptedBy = { kind: "fleet", name: user.name } as const;
  if (user.type === "aws_autoscaling_group") {
    const nodes = { min: number(user.values.min_size) ?? 0, max: number(user.values.max_size) ?? 1 };
    return { nodes, adoptedBy, types };
  }
  const count = number(user.values.count) ?? 1;
  return { nodes: { min: count, max: count }, adoptedBy, types };
}

const LAUNCHERS = ["aws_autoscaling_group", "aws_eks_node_group", "aws_instance"];

/** The nodes of a launch template: all that use it together; none use it: up to one. */
function ofTemplate(resource: RawResource, all: readonly RawResource[]): RawNodes {
  const users = all.filter((r) => LAUNCHERS.includes(r.type) && refersTo(r.values, resource));
  const each = users.map(launched);
  const types = [...new Set([...namesIn(resource.values.instance_type), ...each.flatMap((user) => user.types)])];
  const sum = (end: "min" | "max") => each.reduce((total, { nodes }) => total + nodes[end], 0);
  return {
    resource,
    settings: { ...resource.values, ...Object.assign({}, ...users.map(market)) },
    types,
    nodes: each.length > 0 ? { min: sum("min"), max: Math.max(1, sum("max")) } : { min: 0, max: 1 },
    adoptedBy: each[0]?.adoptedBy ?? { kind: "fleet", name: resource.name },
    subnets: subnetsIn([resource.values, ...users.map((r) => r.values)], all),
  };
}

/** Network interfaces of an instance, in a launch template's words: its blocks, and what is attached to it. */
function interfaces(instance: RawResource, all: readonly RawResource[]): Values[] {
  const { values } = instance;
  const attachments = all.filter(
    (r) => r.type === "aws_network_interface_attachment" && refersTo(r.values.instance_id, instance),
  );
  const named = [
    ...blocks(values, "network_interface"),
    ...blocks(values, "primary_network_interface"),
    ...attachments.map((r) => r.values),
  ].map((given) => {
    const own = all.find((r) => r.type === "aws_network_interface" && refersTo(given.network_interface_id, r));
    return { ...own?.values, ...given };
  });
  if (named.length > 0) return named;
  const groups = values.vpc_security_group_ids ?? values.security_groups;
  return [{ device_index: 0, security_groups: groups, subnet_id: values.subnet_id }];
}

/** Names of an image's root volume. @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/device_naming.html */
const ROOT_DEVICES = ["/dev/sda1", "/dev/xvda"];

/** The volumes that a launch describes: the root volume by the name of its device, else the first, and the others. */
export function volumesOf(settings: Values): { readonly root: Values | undefined; readonly others: readonly Values[] } {
  const mappings = blocks(settings, "block_device_mappings").filter(
    ({ no_device, virtual_name }) => !no_device && !virtual_name,
  );
  const named = mappings.find(({ device_name }) => ROOT_DEVICES.includes(String(device_name)));
  const root = named ?? mappings[0];
  const ebs = (mapping: Values) => block(mapping, "ebs");
  return { root: root && ebs(root), others: mappings.filter((one) => one !== root).map(ebs) };
}

/** An instance that no launch template describes. */
function ofInstance(resource: RawResource, all: readonly RawResource[]): RawNodes {
  const { values } = resource;
  const nics = interfaces(resource, all);
  return {
    resource,
    settings: {
      ...values,
      image_id: values.ami,
      network_interfaces: nics,
      placement: { group_name: values.placement_group, availability_zone: values.availability_zone },
      block_device_mappings: [
        ...blocks(values, "root_block_device").map((ebs) => ({ device_name: ROOT_DEVICES[0], ebs })),
        ...blocks(values, "ebs_block_device").map((ebs) => ({ device_name: ebs.device_name, ebs })),
      ],
    },
    ...launched(resource),
    subnets: subnetsIn([values, nics], all),
  };
}

/** GiB of the root volume where a node group names none. @see https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html */
const NODE_GROUP_DISK_GIB = 20;

/**
 * A node group without a launch template of this program. One that comes from elsewhere is not seen, and nothing is claimed of it; without
 * one EKS makes it, with the metadata service's hop limit at 2 and, but for AL2, IMDSv2 alone.
 */
function ofNodeGroup(resource: RawResource, all: readonly RawResource[]): RawNodes {
  const { values } = resource;
  const family = text(values.ami_type) ?? "AL2023";
  const elsewhere = blocks(values, "launch_template").length > 0;
  return {
    resource,
    settings: {
      ...market(resource),
      // EKS keeps the release it chose until it is told otherwise
      image_id: "ami-of-the-node-group",
      block_device_mappings: [{ ebs: { volume_size: number(values.disk_size) ?? NODE_GROUP_DISK_GIB } }],
      metadata_options: {
        http_tokens: family.startsWith("AL2_") && !elsewhere ? "optional" : "required",
        http_put_response_hop_limit: 2,
      },
    },
    ...launched(resource),
    subnets: subnetsIn(values, all),
  };
}

/** All nodes that a stack launches, by what describes them. */
export function rawNodes(all: readonly RawResource[]): RawNodes[] {
  const of = (type: string) => all.filter((r) => r.type === type);
  const templates = of("aws_launch_template");
  const described = (r: RawResource) => templates.some((template) => refersTo(r.values, template));
  return [
    ...templates.map((r) => ofTemplate(r, all)),
    ...of("aws_eks_node_group").flatMap((r) => (described(r) ? [] : [ofNodeGroup(r, all)])),
    ...of("aws_instance").flatMap((r) => (described(r) ? [] : [ofInstance(r, all)])),
  ];
}

/** The zone of nodes that are all in one; null where it is not known, or they are in several. */
export function zoneOf({ settings, subnets }: Pick<RawNodes, "settings" | "subnets">): string | null {
  const zones = new Set(subnets.map((r) => text(r.values.availability_zone)));
  const [only] = zones;
  return text(block(settings, "placement").availability_zone) ?? (zones.size === 1 ? (only ?? null) : null);
}

/** Whether the interface is one of EFA's. */
export function isEfa(nic: Values): boolean {
  return nic.interface_type === "efa" || nic.interface_type === "efa-only";
}

/** Whether a subnet gives its instances public addresses. */
export function isPublic(subnet: RawResource): boolean {
  return truth(subnet.values.map_public_ip_on_launch) === true;
}

/** Whether nodes of that type have accelerators. */
export function hasGpus(instanceType: string | undefined): boolean {
  return instanceType !== undefined && (findInstanceType(instanceType)?.acceleratorCount ?? 0) > 0;
}
