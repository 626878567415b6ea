import { findInstanceType } from "../../../catalog/instance-types";
import { GP3 } from "../../../model/aws/gp3";
import { type LaunchFacts, launchFacts } from "../../../model/aws/launch-facts";
import { saidFacts } from "../../../model/aws/launch-values";
import { efaCount } from "../../../model/aws/nic-layout";
import { bootSeconds } from "../../../model/boot-seconds";
import { poolFabric } from "../../../model/fabric-devices";
import type { AwsNetworkInterface, AwsPool, CapacitySource, EbsVolume, NodePool } from "../../../model/model";
import { type RawNodes, volumesOf, zoneOf } from "./raw-nodes";
import { block, blocks, number, type RawResource, refersTo, text, truth } from "./raw-resource";

/** An id, or the image that a version of an Image Builder recipe has made. */
const PINNED_IMAGE = /^ami-|\baws_imagebuilder_image\./;

type Values = Readonly<Record<string, unknown>>;

/** Launch templates without a root volume's size get their image's, which is not known here; AWS' GPU images ask for this. */
const UNKNOWN_ROOT_GIB = 100;
const RESERVATIONS = ["aws_ec2_capacity_block_reservation", "aws_ec2_capacity_reservation"];
const NOTHING = { reservationId: null, nodes: null, availabilityZone: null, startsOn: null, endsOn: null };

function interfaces(settings: Values): AwsNetworkInterface[] {
  return blocks(settings, "network_interfaces").map((i) => {
    const type = text(i.interface_type) ?? "interface";
    return {
      networkCardIndex: number(i.network_card_index) ?? 0,
      deviceIndex: number(i.device_index) ?? 0,
      interfaceType: type === "efa" || type === "efa-only" ? type : "interface",
    };
  });
}

/** Security groups on an interface, at most; undefined where they are not listed one by one. */
function securityGroups(settings: Values): number | undefined {
  const described = blocks(settings, "network_interfaces").map((i) => i.security_groups ?? []);
  // a template without interfaces says the groups of the one that EC2 makes
  const lists =
    described.length > 0 ? described : [settings.vpc_security_group_ids ?? settings.security_group_names ?? []];
  return lists.every(Array.isArray) ? Math.max(0, ...lists.map((groups) => groups.length)) : undefined;
}

/** Rates of a root volume; nothing of a volume that is not described. */
function rootRates(ebs: Values | undefined): Pick<NodePool, "rootVolumeIops" | "rootVolumeMBps"> {
  const { iops, mbps } = ratesOf(ebs);
  return {
    ...(iops === undefined ? {} : { rootVolumeIops: iops }),
    ...(mbps === undefined ? {} : { rootVolumeMBps: mbps }),
  };
}

/** What a volume is provisioned for: gp3 always has the least of its own. */
function ratesOf(ebs: Values | undefined): Pick<EbsVolume, "iops" | "mbps"> {
  const gp3 = text(ebs?.volume_type) === "gp3";
  return {
    iops: number(ebs?.iops) ?? (gp3 ? GP3.iops.min : undefined),
    mbps: number(ebs?.throughput) ?? (gp3 ? GP3.throughputMBps.min : undefined),
  };
}

/** Volumes of a node besides its root volume; where no type is said, EC2 makes gp2. */
function dataVolumes(others: readonly Values[]): readonly EbsVolume[] {
  return others.map((ebs) => ({
    type: text(ebs.volume_type) ?? "gp2",
    gib: number(ebs.volume_size) ?? 0,
    ...ratesOf(ebs),
  }));
}

/** EBS type of a root volume that is not gp3; nothing where the image decides. */
function rootType(ebs: Values | undefined): Pick<AwsPool, "rootVolumeType"> {
  const type = text(ebs?.volume_type);
  return type === null || type === "gp3" ? {} : { rootVolumeType: type };
}

/** A name of Terraform's bindings as its JSON has it. */
const snake = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const READ = { number, boolean: truth };

/** Whether IMDSv1 is refused, or no version is answered; null where the account's and the image's defaults decide. */
function requiresImdsV2(metadata: Values): boolean | null {
  const tokens = text(metadata.http_tokens);
  if (tokens === "required" || text(metadata.http_endpoint) === "disabled") return true;
  return tokens === "optional" ? false : null;
}

/** Facts of a launch; an instance says a block of one attribute flat (`monitoring = true`). */
function launchOf(settings: Values, ebs: Values | undefined): LaunchFacts {
  const all: Values = { ...settings, root_volume: ebs };
  const facts = launchFacts.map(([name, { template, kind, unsaid }]) => {
    const [first, attribute] = snake(template).split(".") as [string, string?];
    const within = attribute === undefined ? null : READ[kind](block(all, first)[attribute]);
    return [name, within ?? READ[kind](all[first]) ?? unsaid];
  });
  return Object.fromEntries(facts);
}

function capacity(settings: Values, all: readonly RawResource[], asked: number): CapacitySource[] {
  const market = text(block(settings, "instance_market_options").market_type);
  const target = block(block(settings, "capacity_reservation_specification"), "capacity_reservation_target");
  const reservationId = text(target.capacity_reservation_id);
  const own = all.find((r) => RESERVATIONS.includes(r.type) && refersTo(target, r));
  const nodes = number(own?.values.instance_count) ?? asked;
  if (market === "capacity-block") return [{ ...NOTHING, kind: "block", reservationId, nodes }];
  if (market === "spot") return [{ ...NOTHING, kind: "spot" }];
  if (Object.keys(target).length > 0) return [{ ...NOTHING, kind: "reservation", reservationId, nodes }];
  return [{ ...NOTHING, kind: "on-demand" }];
}

function placement(settings: Values, all: readonly RawResource[]): NodePool["placement"] {
  const group = block(settings, "placement").group_name;
  if (group === undefined || group === null) return "none";
  const own = all.find((r) => r.type === "aws_placement_group" && refersTo(group, r));
  const strategy = own ? text(own.values.strategy) : null;
  return strategy === "cluster" || strategy === "partition" || strategy === "spread" ? strategy : "existing";
}

/** The pool that nodes of a known instance type are; null for others. */
function poolOf(raw: RawNodes, all: readonly RawResource[], fabric: string | null): NodePool | null {
  const { settings, nodes, adoptedBy } = raw;
  const [instanceType, ...alternativeTypes] = raw.types;
  const type = instanceType === undefined ? undefined : findInstanceType(instanceType);
  if (instanceType === undefined || type === undefined) return null;
  const { root, others } = volumesOf(settings);
  const metadata = block(settings, "metadata_options");
  const nics = interfaces(settings);
  const facts = launchOf(settings, root);
  return {
    name: raw.resource.name,
    instanceType,
    ...(alternativeTypes.length > 0 ? { alternativeTypes } : {}),
    nodes,
    capacity: capacity(settings, all, nodes.max),
    fabric: fabric !== null && efaCount(nics) > 0 ? poolFabric(fabric, type, { devices: efaCount(nics) }) : null,
    securityGroups: securityGroups(settings),
    placement: placement(settings, all),
    availabilityZone: zoneOf(raw),
    image: { family: "unknown", pinned: PINNED_IMAGE.test(String(settings.image_id ?? "")) },
    sharing: { kind: "none" },
    // what user data does is not read: disks count as mounted and nodes as checked
    nvmeCache: type.localNvme
      ? { mountPath: "/local-nvme", sizeGB: type.localNvme.count * type.localNvme.sizeGB }
      : null,
    mounts: [],
    rootVolumeGiB: number(root?.volume_size) ?? UNKNOWN_ROOT_GIB,
    ...rootRates(root),
    ...(number(block(settings, "cpu_options").threads_per_core) === 1 && type.cpu.threadsPerCore > 1
      ? { threadsPerCore: 1 }
      : {}),
    // left out, it follows the account's default
    encrypted: [root, ...others].every((ebs) => truth(ebs?.encrypted) !== false),
    aws: {
      networkInterfaces: nics,
      imdsV2Required: requiresImdsV2(metadata),
      ...saidFacts(facts),
      imdsHopLimit: facts.imdsHopLimit,
      ...rootType(root),
      ...(others.length > 0 ? { dataVolumes: dataVolumes(others) } : {}),
    },
    healthChecked: true,
    labels: {},
    bootSeconds: bootSeconds(type),
    adoptedBy,
  };
}

/** A pool and the resource that it was read from. */
export interface RawPool {
  readonly resource: RawResource;
  readonly pool: NodePool;
}

/** What two instances must share to be nodes of one pool. */
function likeness({ pool }: RawPool): string {
  return JSON.stringify({ ...pool, name: null, nodes: null, adoptedBy: null });
}

/** The pools of a stack; instances that are launched alike are one, by the first one's name. */
export function rawPools(nodes: readonly RawNodes[], all: readonly RawResource[], fabric: string | null): RawPool[] {
  const pools = new Map<string, RawPool>();
  for (const raw of nodes) {
    const pool = poolOf(raw, all, fabric);
    if (pool === null) continue;
    const next = { resource: raw.resource, pool };
    const key = raw.resource.type === "aws_instance" ? likeness(next) : raw.resource.address;
    const alike = pools.get(key);
    if (alike === undefined) pools.set(key, next);
    else {
      const { min, max } = alike.pool.nodes;
      pools.set(key, {
        ...alike,
        pool: { ...alike.pool, nodes: { min: min + pool.nodes.min, max: max + pool.nodes.max } },
      });
    }
  }
  return [...pools.values()];
}
