import { z } from "zod";

const count = z.number().int();

export const capacitySchema = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("block"),
      reservationId: z.string().describe("Id of the Capacity Block's reservation, cr-…"),
      nodes: count.min(1).max(64).describe("Nodes that it holds"),
      startsOn: z.string().optional().describe("First moment, ISO 8601"),
      endsOn: z.string().optional().describe("Last moment, ISO 8601; jobs are told to checkpoint before it"),
    }),
    z.strictObject({
      kind: z.literal("reservation"),
      reservationId: z.string().describe("Id of the On-Demand Capacity Reservation, cr-…"),
      nodes: count.min(1).optional().describe("Nodes that it holds; default: as many as the pool wants"),
    }),
    z.strictObject({ kind: z.literal("spot"), nodes: count.min(1).optional().describe("Most nodes from spot") }),
    z.strictObject({ kind: z.literal("on-demand"), nodes: count.min(1).optional().describe("Most nodes on demand") }),
  ])
  .describe("Where nodes come from");

export const poolSchema = z
  .strictObject({
    instanceType: z.string().describe("EC2 instance type, such as p5.48xlarge"),
    nodes: z
      .strictObject({ min: count.min(0).describe("Fewest nodes"), max: count.min(1).describe("Most nodes") })
      .describe("How many nodes there may be"),
    fabric: z
      .boolean()
      .optional()
      .describe("Whether nodes join the fabric; default: true where there is one and the type has EFA"),
    capacity: z.array(capacitySchema).min(1).optional().describe("Sources in order of preference; default: on-demand"),
    placement: z.enum(["cluster", "none"]).optional().describe("Placement group; default: decided by capacity"),
    placementGroupName: z.string().optional().describe("Existing placement group to use"),
    image: z
      .strictObject({
        os: z
          .enum(["al2023", "ubuntu-22.04", "ubuntu-24.04"])
          .optional()
          .describe("Operating system; default ubuntu-24.04"),
        amiId: z.string().optional().describe("Fixed image; default: newest of its family when first made"),
      })
      .optional()
      .describe("Machine image"),
    nvmeCachePath: z.string().optional().describe("Where the local NVMe array is mounted; default /scratch"),
    mounts: z
      .array(
        z.strictObject({
          fileSystem: z.string().describe("Name of a file system of this blueprint"),
          path: z.string().describe("Where it is mounted, such as /fsx"),
          readOnly: z.boolean().optional().describe("Default false"),
        }),
      )
      .optional()
      .describe("File systems that nodes mount"),
    buckets: z.array(z.string()).optional().describe("Buckets of this blueprint that nodes may read and write"),
    migProfile: z.string().optional().describe("MIG profile that every GPU is cut into, such as 1g.10gb"),
    timeSlicingReplicas: count.optional().describe("Users that take turns on a GPU, 2 to 48"),
    mpsReplicas: count.optional().describe("Users that run on a GPU at the same time by MPS, 2 to 48; Kubernetes only"),
    rootVolumeGiB: count.optional().describe("Root volume; default 200"),
    labels: z.record(z.string(), z.string()).optional().describe("Slurm features, Kubernetes labels"),
    permissionsBoundaryArn: z.string().optional().describe("Boundary for the role that is made"),
  })
  .describe("What a node is and how many there may be");

export const fleetSchema = z
  .strictObject({
    pool: z.string().describe("Name of the pool whose nodes are started"),
    size: count.optional().describe("How many nodes run; default: the pool's fewest, or its most where that is 0"),
    targetGpuUtilizationPercent: z
      .number()
      .optional()
      .describe("Mean GPU utilisation to scale for; default: fixed size"),
    targetGroupArn: z.string().optional().describe("Target group that nodes join"),
    warmNodes: count.optional().describe("Stopped nodes kept ready; default 0"),
    healthTimeoutSeconds: z.number().optional().describe("Seconds until a node must report healthy; default 1800"),
  })
  .describe("Auto Scaling groups over a pool, for launchers that bring their own rendezvous");
