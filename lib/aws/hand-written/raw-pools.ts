import { findInstanceType } from "../../catalog/instance-types";
import type { CapacitySource, NetworkInterface, NodePool } from "../../model/model";
import { block, blocks, number, type RawResource, refersTo, text, truth } from "./raw-resource";

/** Launch templates without a root volume's size get their image's, which is not known here; AWS' GPU images ask for this. */
const UNKNOWN_ROOT_GIB = 100;
/** Seconds until a GPU node takes work: 4 to 7 minutes were seen (aws/aws-parallelcluster#6842). */
const BOOT_SECONDS = 420;
const NOTHING = { reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null };

function interfaces(template: RawResource): NetworkInterface[] {
  return blocks(template.values, "network_interfaces").map((i) => {
    const type = text(i.interface_type) ?? "interface";
    return {
      networkCardIndex: number(i.network_card_index) ?? 0,
      deviceIndex: number(i.device_index) ?? 0,
      interfaceType: type === "efa" || type === "efa-only" ? type : "interface",
    };
  });
}

function capacity(template: RawResource, nodes: number): CapacitySource[] {
  const market = text(block(template.values, "instance_market_options").market_type);
  const target = block(block(template.values, "capacity_reservation_specification"), "capacity_reservation_target");
  const reservationId = text(target.capacity_reservation_id);
  if (market === "capacity-block") return [{ ...NOTHING, kind: "block", reservationId, nodes }];
  if (market === "spot") return [{ ...NOTHING, kind: "spot" }];
  if (Object.keys(target).length > 0) return [{ ...NOTHING, kind: "reservation", reservationId, nodes }];
  return [{ ...NOTHING, kind: "on-demand" }];
}

function placement(template: RawResource, all: readonly RawResource[]): NodePool["placement"] {
  const group = block(template.values, "placement").group_name;
  if (group === undefined || group === null) return "none";
  const own = all.find((r) => r.type === "aws_placement_group" && refersTo(group, r));
  const strategy = own ? text(own.values.strategy) : null;
  return strategy === "cluster" || strategy === "partition" || strategy === "spread" ? strategy : "existing";
}

/** Who launches the template's nodes, and how many. */
function launcher(template: RawResource, all: readonly RawResource[]): Pick<NodePool, "nodes" | "adoptedBy"> {
  const users = all.filter((r) => refersTo(r.values, template));
  const group = users.find((r) => r.type === "aws_autoscaling_group");
  if (group) {
    const nodes = { min: number(group.values.min_size) ?? 0, max: number(group.values.max_size) ?? 1 };
    return { nodes, adoptedBy: { kind: "fleet", name: group.name } };
  }
  const eks = users.find((r) => r.type === "aws_eks_node_group");
  if (eks) {
    const scaling = block(eks.values, "scaling_config");
    const nodes = { min: number(scaling.min_size) ?? 0, max: number(scaling.max_size) ?? 1 };
    return { nodes, adoptedBy: { kind: "kubernetes", name: eks.name } };
  }
  const instances = users.filter((r) => r.type === "aws_instance");
  const count = instances.reduce((sum, r) => sum + (number(r.values.count) ?? 1), 0);
  return {
    nodes: { min: count, max: Math.max(1, count) },
    adoptedBy: { kind: "fleet", name: instances[0]?.name ?? template.name },
  };
}

/** The pool that a launch template of a known instance type is; null for other templates. */
export function rawPool(template: RawResource, all: readonly RawResource[], fabric: string | null): NodePool | null {
  const instanceType = text(template.values.instance_type);
  const type = instanceType === null ? undefined : findInstanceType(instanceType);
  if (instanceType === null || type === undefined) return null;
  const { nodes, adoptedBy } = launcher(template, all);
  const ebs = blocks(template.values, "block_device_mappings").map((b) => block(b, "ebs"));
  const metadata = block(template.values, "metadata_options");
  const nics = interfaces(template);
  return {
    name: template.name,
    instanceType,
    nodes,
    capacity: capacity(template, nodes.max),
    fabric: nics.some((i) => i.interfaceType !== "interface") ? fabric : null,
    networkInterfaces: nics,
    placement: placement(template, all),
    availabilityZone: text(block(template.values, "placement").availability_zone),
    image: { family: "unknown", pinned: /^ami-/.test(text(template.values.image_id) ?? "") },
    sharing: { kind: "none" },
    // what user data does is not read: disks count as mounted and nodes as checked
    nvmeCache: type.localNvme
      ? { mountPath: "/local-nvme", sizeGB: type.localNvme.count * type.localNvme.sizeGB }
      : null,
    mounts: [],
    rootVolumeGiB: number(ebs[0]?.volume_size) ?? UNKNOWN_ROOT_GIB,
    // left out, it follows the account's default
    encrypted: ebs.every((e) => truth(e.encrypted) !== false),
    imdsV2Required: text(metadata.http_tokens) === "required",
    imdsHopLimit: number(metadata.http_put_response_hop_limit) ?? 1,
    healthChecked: true,
    labels: {},
    bootSeconds: BOOT_SECONDS,
    adoptedBy,
  };
}
