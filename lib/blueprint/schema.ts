import { z } from "zod";
import { fabricSchema, networkSchema } from "./schema-network";
import { fleetSchema, poolSchema } from "./schema-pools";
import { kubeRaySchema, monitoringSchema, slurmSchema } from "./schema-schedulers";
import { bucketSchema, fileSystemSchema } from "./schema-storage";
import { workloadSchema } from "./schema-workload";

/** The version of the format that this library reads and writes. */
export const API_VERSION = "warpform/v1";

/**
 * The YAML format, once: the TypeScript type, the JSON Schema for editors and the checks all come from it. Names are those of
 * the constructs' props; what has a name in the cluster is a key of a map.
 */
export const blueprintSchema = z
  .strictObject({
    apiVersion: z.literal(API_VERSION).describe("Version of this format"),
    name: z
      .string()
      .regex(
        /^[a-z][a-z0-9-]{0,38}[a-z0-9]$/,
        "must be 2 to 40 lower-case letters, digits and dashes and start with a letter",
      )
      .describe("Name of the cluster and its Terraform stack"),
    description: z.string().optional().describe("What it is for, for people"),
    network: networkSchema,
    fabric: fabricSchema.optional(),
    buckets: z.record(z.string(), bucketSchema).optional().describe("Buckets by name"),
    fileSystems: z.record(z.string(), fileSystemSchema).optional().describe("File systems by name"),
    pools: z.record(z.string(), poolSchema).describe("Node pools by name"),
    fleets: z.record(z.string(), fleetSchema).optional().describe("Plain fleets by name"),
    slurm: slurmSchema.optional(),
    kubeRay: kubeRaySchema.optional(),
    monitoring: monitoringSchema.optional(),
    workload: workloadSchema.optional(),
    acceptedFindings: z
      .array(
        z.strictObject({
          rule: z.string().describe("Id of the rule"),
          reason: z.string().min(1).describe("Why the owner lives with it"),
          path: z.string().optional().describe("Where; default: everywhere"),
        }),
      )
      .optional()
      .describe("Findings of the review that are accepted, each with its reason"),
  })
  .describe("A GPU cluster");

export type Blueprint = z.infer<typeof blueprintSchema>;
