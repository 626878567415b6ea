import { z } from "zod";
import { fleetSize, imdsHopLimit, joinsFabric, nvmeCachePath, poolImage, poolPlacement } from "./derivations";
import { derived, fallback, unset } from "./key";
import { textMap } from "./schema-network";

const count = z.number().int();
const text = z.string();

const zone = unset(text, "Zone of it, which the network must be in", "taken to be the network's");

export const capacitySchema = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("block").describe("A Capacity Block: paid ahead, for a fixed time"),
      reservationId: text.describe("Id of the Capacity Block's reservation, cr-…"),
      nodes: count.min(1).max(64).describe("Nodes that it holds"),
      availabilityZone: zone,
      startsOn: unset(text, "First moment, ISO 8601 with its offset, 2027-01-04T11:30:00Z", "taken as active now"),
      endsOn: unset(text, "Last moment, ISO 8601 with its offset; jobs are told to checkpoint before it", "unknown"),
    }),
    z.strictObject({
      kind: z.literal("reservation").describe("An On-Demand Capacity Reservation"),
      reservationId: text.describe("Id of the On-Demand Capacity Reservation, cr-…"),
      nodes: unset(count.min(1), "Nodes that it holds", "as many as the pool wants"),
      availabilityZone: zone,
    }),
    z.strictObject({
      kind: z.literal("buy-block").describe("A Capacity Block that the apply buys; neither cancelled nor refunded"),
      nodes: count.min(1).max(64).describe("Nodes that it holds"),
      startsOn: text.describe("First moment of an offer, ISO 8601 with its offset, 2027-01-04T11:30:00Z"),
      days: count.describe("Length of the offer, days: 1 to 14, or whole weeks up to 182"),
      maxUpfrontUsd: z.number().describe("The most that it may cost, US dollars; the plan fails above"),
      offeringId: unset(text, "Offering to buy; set it to the stack's output once bought", "searched at each plan"),
    }),
    z.strictObject({
      kind: z.literal("reserve").describe("An On-Demand Capacity Reservation that the stack makes"),
      nodes: count.min(1).describe("Nodes that it holds, paid from the apply on, used or not"),
      endsOn: unset(text, "When it ends, ISO 8601 with its offset", "when it is taken out"),
    }),
    z.strictObject({
      kind: z.literal("reservation-group").describe("A resource group of reservations; not on Kubernetes"),
      groupArn: text.describe("ARN of the resource group"),
      nodes: unset(count.min(1), "Nodes that its reservations hold", "as many as the pool wants"),
      availabilityZone: zone,
    }),
    z.strictObject({
      kind: z.literal("spot").describe("Spot: cheap, and may be taken back with two minutes' notice"),
      nodes: unset(count.min(1), "Most nodes from spot", "as many as the pool wants"),
    }),
    z.strictObject({
      kind: z.literal("on-demand").describe("On-demand at list price"),
      nodes: unset(count.min(1), "Most nodes on demand", "as many as the pool wants"),
    }),
  ])
  .describe("Where nodes come from");

const imageOs = fallback(z.enum(["al2023", "ubuntu-22.04", "ubuntu-24.04"]), "ubuntu-24.04", "Operating system");

export const imageSchema = z
  .strictObject({
    os: imageOs,
    amiId: unset(text, "Fixed image", "newest of its family when first made"),
    ssmParameter: unset(text, "SSM parameter that names the image", "AWS's or Canonical's for the system"),
  })
  .describe("Machine image");

export const mountsSchema = z
  .array(
    z
      .strictObject({
        fileSystem: text.describe("Name of a file system of this blueprint"),
        path: text.describe("Where it is mounted, such as /fsx"),
        readOnly: fallback(z.boolean(), false, "Whether nothing may be written"),
      })
      .describe("A file system and where it is mounted"),
  )
  .describe("File systems and where they are mounted");

export const poolSchema = z
  .strictObject({
    instanceType: text.describe("EC2 instance type, such as p5.48xlarge"),
    nodes: z
      .strictObject({ min: count.min(0).describe("Fewest nodes"), max: count.min(1).describe("Most nodes") })
      .describe("How many nodes there may be"),
    fabric: derived(
      z.boolean(),
      "Whether nodes join the fabric",
      "true where there is one and the type has EFA",
      joinsFabric,
    ),
    capacity: fallback(z.array(capacitySchema).min(1), [{ kind: "on-demand" }], "Sources in order of preference"),
    placement: derived(
      z.enum(["cluster", "none"]),
      "Placement group",
      "cluster for spot and on-demand nodes of a pool of several on a fabric, else none",
      poolPlacement,
    ),
    placementGroupName: unset(text, "Existing placement group to use", "none"),
    image: derived(
      imageSchema,
      "Machine image",
      "Ubuntu 24.04, 22.04 for a fleet that mounts Lustre; on Kubernetes what kubeRay.nodeImage says",
      poolImage,
    ),
    nvmeCachePath: derived(
      text,
      "Where the local NVMe array is mounted",
      "/scratch where the type has NVMe disks",
      nvmeCachePath,
    ),
    nvmeReadCacheFor: unset(text, "Bucket of this blueprint that is read through a cache on that array", "none"),
    mounts: fallback(mountsSchema, [], "File systems that nodes mount"),
    buckets: fallback(z.array(text), [], "Buckets of this blueprint that nodes may read and write"),
    migProfile: unset(text, "MIG profile that every GPU is cut into, such as 1g.10gb", "GPUs stay whole"),
    timeSlicingReplicas: unset(count, "Users that take turns on a GPU, 2 to 48", "one user a GPU"),
    mpsReplicas: unset(
      count,
      "Users that run on a GPU at the same time by MPS, 2 to 48; Kubernetes only",
      "one user a GPU",
    ),
    rootVolumeGiB: fallback(count, 200, "Root volume, GiB, 30 to 65536"),
    volumeKmsKeyArn: unset(text, "KMS key of the root volume", "the account's key for EBS"),
    imdsHopLimit: derived(
      count,
      "Hops that answers of the metadata service may travel, 1 to 64; containers need 2",
      "2; on Kubernetes 1, so that pods do not take their node's role",
      imdsHopLimit,
    ),
    detailedMonitoring: fallback(z.boolean(), true, "Whether EC2 measures every minute"),
    instanceProfileName: unset(text, "Existing instance profile", "one is made with least privilege"),
    permissionsBoundaryArn: unset(text, "Permissions boundary of the role that is made", "none"),
    securityGroupIds: fallback(z.array(text), [], "Further security groups"),
    labels: fallback(textMap, {}, "Slurm features, Kubernetes labels"),
    tags: fallback(textMap, {}, "Tags of instances, volumes and interfaces beside the network's"),
  })
  .describe("What a node is and how many there may be");

export const fleetSchema = z
  .strictObject({
    pool: text.describe("Name of the pool whose nodes are started"),
    size: derived(
      count,
      "How many nodes run",
      "the pool's fewest, or its most where that is 0 and nothing scales",
      fleetSize,
    ),
    targetGpuUtilizationPercent: unset(
      z.number(),
      "Mean GPU utilisation to scale for, 1 to 100 %; needs monitoring",
      "a fixed size",
    ),
    targetGroupArn: unset(text, "Target group that nodes join; needs targetPort", "none"),
    targetPort: unset(count, "Port of the nodes that the target group sends to, 1 to 65535", "none"),
    targetSecurityGroupIds: unset(
      z.array(text),
      "Groups of the load balancer, which alone reach targetPort",
      "any address of the VPC",
    ),
    warmNodes: fallback(count, 0, "Stopped nodes kept ready"),
    healthTimeoutSeconds: fallback(z.number(), 1800, "Seconds until a node must report healthy, 60 to 7200"),
  })
  .describe("Auto Scaling groups over a pool, for launchers that bring their own rendezvous");
