import { z } from "zod";
import { adopters, defaultImdsHopLimit, defaultNvmePath, defaultOs, defaultPlacement } from "../../../clouds/aws-rules";
import { GPU_NODE_POOL, rootVolumeIops } from "../../../clouds/aws-tables";
import { LONGEST_BLOCK_DAYS, MOST_BLOCK_NODES } from "../../../sizing/cost/capacity-block";
import { derived, fallback, type Place, unset } from "../key";
import { keysOf } from "../keys-of-table";
import { adopterOf } from "../place";
import { joinsFabric, mountsLustre, sourcesOf, typeOf } from "../pool-place";
import { mountsSchema } from "../schema-mounts";
import { sharingKeys } from "../sharing-keys";
import { spotRateKeys } from "../spot-rate";
import { strictObject } from "../strict-object";

const count = z.number().int();
const text = z.string();

const zone = unset(text, "Zone of it, which the network must be in", "taken to be the network's");

export const capacitySchema = z
  .discriminatedUnion("kind", [
    strictObject(() => ({
      kind: z.literal("block").describe("A Capacity Block: paid ahead, for a fixed time"),
      reservationId: text.describe("Id of the Capacity Block's reservation, cr-…"),
      nodes: count.min(1).max(MOST_BLOCK_NODES).describe("Nodes that it holds"),
      availabilityZone: zone,
      startsOn: unset(text, "First moment, ISO 8601 with its offset, 2027-01-04T11:30:00Z", "taken as active now"),
      endsOn: unset(text, "Last moment, ISO 8601 with its offset; jobs are told to checkpoint before it", "unknown"),
    })),
    strictObject(() => ({
      kind: z.literal("reservation").describe("An On-Demand Capacity Reservation"),
      reservationId: text.describe("Id of the On-Demand Capacity Reservation, cr-…"),
      nodes: unset(count.min(1), "Nodes that it holds", "as many as the pool wants"),
      availabilityZone: zone,
    })),
    strictObject(() => ({
      kind: z.literal("buy-block").describe("A Capacity Block that the apply buys; neither cancelled nor refunded"),
      nodes: count.min(1).max(MOST_BLOCK_NODES).describe("Nodes that it holds"),
      startsOn: text.describe("First moment of an offer, ISO 8601 with its offset, 2027-01-04T11:30:00Z"),
      days: count
        .meta({ minimum: 1, maximum: LONGEST_BLOCK_DAYS })
        .describe("Length of the offer, days: 1 to 14, or whole weeks up to 182"),
      maxUpfrontUsd: z
        .number()
        .meta({ exclusiveMinimum: 0 })
        .describe("The most that it may cost, US dollars; the plan fails above"),
      offeringId: unset(text, "Offering to buy; set it to the stack's output once bought", "searched at each plan"),
    })),
    strictObject(() => ({
      kind: z.literal("reserve").describe("An On-Demand Capacity Reservation that the stack makes"),
      nodes: count.min(1).describe("Nodes that it holds, paid from the apply on, used or not"),
      endsOn: unset(text, "When it ends, ISO 8601 with its offset", "when it is taken out"),
    })),
    strictObject(() => ({
      kind: z.literal("reservation-group").describe("A resource group of reservations; not on Kubernetes"),
      groupArn: text.describe("ARN of the resource group"),
      nodes: unset(count.min(1), "Nodes that its reservations hold", "as many as the pool wants"),
      availabilityZone: zone,
    })),
    strictObject(() => ({
      kind: z.literal("spot").describe("Spot: cheap, and may be taken back with two minutes' notice"),
      nodes: unset(count.min(1), "Most nodes from spot", "as many as the pool wants"),
      ...spotRateKeys,
    })),
    strictObject(() => ({
      kind: z.literal("on-demand").describe("On-demand at list price"),
      nodes: unset(count.min(1), "Most nodes on demand", "as many as the pool wants"),
    })),
  ])
  .describe("Where nodes come from");

const imageOs = fallback(z.enum(["al2023", "ubuntu-22.04", "ubuntu-24.04"]), "ubuntu-24.04", "Operating system");

export const imageSchema = strictObject(() => ({
  os: imageOs,
  amiId: unset(text, "Fixed image", "newest of its family when first made"),
  ssmParameter: unset(text, "SSM parameter that names the image", "AWS's or Canonical's for the system"),
})).describe("Machine image");

const traitsAt = (root: Place["root"], path: Place["path"]) => {
  const adopter = adopterOf(root, String(path[1]));
  return adopter && adopters[adopter].traits;
};

/** Whether nodes boot by our steps, and not from an image of Kubernetes'. */
const bootsBySteps = ({ root, path }: Place): boolean => traitsAt(root, path)?.without.nvmeCache === undefined;

function placementOf({ root, owner }: Place): "cluster" | "none" | null | undefined {
  if (owner.placementGroupName !== undefined) return null;
  const sources = sourcesOf(owner);
  const { fabric, instanceType, nodes } = owner as { fabric?: boolean; instanceType: string; nodes: { max: number } };
  const onFabric = root.fabric !== undefined && joinsFabric({ fabric, instanceType });
  const placement = defaultPlacement({ onFabric, maxNodes: nodes.max, sources });
  // Beside a block, which must have none, a group cannot be asked for; the others get theirs unasked.
  return placement === "cluster" && sources.includes("block") ? undefined : placement;
}

/** Kubernetes and AWS PCS bring their own images; a fleet that mounts Lustre needs a system that has the client. */
function imageOf({ root, owner, path }: Place): { os: "ubuntu-22.04" | "ubuntu-24.04" } | undefined {
  const adopter = traitsAt(root, path);
  if (adopter?.kind === "kubernetes" || adopter?.image !== undefined) return undefined;
  return { os: defaultOs({ adopter, mountsLustre: mountsLustre(root, owner) }) };
}

/** Props that are constructs: keys of their own say them. Steps at boot are programs, which a program must bring. */
const SAID_OTHERWISE = [
  "instanceType",
  "alternativeTypes",
  "nodes",
  "network",
  "fabric",
  "capacity",
  "placement",
  "image",
  "nvmeCache",
  "mounts",
  "gpuSharing",
  "bootSteps",
] as const;

export const poolSchema = strictObject(() => ({
  ...keysOf("GpuNodePool", {
    instanceType: GPU_NODE_POOL.instanceType,
    alternativeTypes: GPU_NODE_POOL.alternativeTypes,
    nodes: GPU_NODE_POOL.nodes,
  }),
  fabric: derived(
    z.boolean(),
    "Whether nodes join the fabric",
    "true if the blueprint has a fabric and the type has EFA",
    ({ root, owner }) => root.fabric !== undefined && joinsFabric({ instanceType: String(owner.instanceType) }),
  ),
  capacity: fallback(z.array(capacitySchema).min(1), [{ kind: "on-demand" }], "Sources in order of preference"),
  placement: derived(
    z.enum(["cluster", "none"]),
    "Placement group",
    "cluster for spot and on-demand nodes of a pool of several on a fabric, else none",
    placementOf,
  ),
  placementGroupName: unset(text, "Existing placement group to use", "none"),
  image: derived(
    imageSchema,
    "Machine image",
    "Ubuntu 24.04, 22.04 for a fleet that mounts Lustre; on AWS PCS its PCS-ready image, on Kubernetes what kubeRay.nodeImage says",
    imageOf,
  ),
  nvmeCachePath: derived(
    text,
    "Where the local NVMe array is mounted",
    "/scratch where the type has NVMe disks",
    (place) => {
      const type = typeOf(place.owner);
      return type === undefined || !bootsBySteps(place) ? null : defaultNvmePath(type);
    },
  ),
  nvmeReadCacheFor: unset(
    text,
    "Bucket of this blueprint that is read through a cache on that array",
    "none",
    bootsBySteps,
  ),
  mounts: fallback(mountsSchema, [], "File systems that nodes mount"),
  buckets: fallback(z.array(text), [], "Buckets of this blueprint that nodes may read and write"),
  ...sharingKeys,
  ...keysOf("GpuNodePool", GPU_NODE_POOL, {
    without: SAID_OTHERWISE,
    derived: {
      imdsHopLimit: ({ root, path }) => defaultImdsHopLimit({ adopter: traitsAt(root, path) }),
      rootVolumeIops: ({ owner }) => rootVolumeIops(owner.rootVolumeMBps as number | undefined),
    },
  }),
})).describe("What a node is and how many there may be");
