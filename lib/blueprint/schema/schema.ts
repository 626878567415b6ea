import { z } from "zod";
import { BUILT_CLOUDS } from "../../clouds/by-name";
import { adopterSections } from "./adopters/schema-adopters";
import type * as parts from "./blueprint-parts";
import { asGiven, fallback, named, section, unset } from "./key";
import { ofParts } from "./place";
import { architectureSchema } from "./schema-architecture";
import { catalogSchema } from "./schema-catalog";
import { type MonitoringBlueprint, monitoringSchema } from "./schema-monitoring";
import { fabricSchema, networkSchema } from "./schema-network";
import { ownershipSchema } from "./schema-ownership";
import { poolSchema } from "./schema-pools";
import { stateSchema } from "./schema-state";
import { bucketSchema, fileSystemSchema } from "./schema-storage";
import { type WorkloadBlueprint, workloadSchema } from "./schema-workload";

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
    cloud: fallback(z.enum(BUILT_CLOUDS), BUILT_CLOUDS[0], "Cloud that it is built in, whose keys the parts have"),
    description: unset(z.string(), "What it is for, for people", "none"),
    catalog: asGiven(named<parts.CatalogBlueprint>(catalogSchema), "the library's catalog alone"),
    network: named<parts.NetworkBlueprint>(networkSchema),
    architecture: section(
      named<parts.ArchitectureBlueprint>(architectureSchema),
      "none; the parts below make the cluster",
    ),
    fabric: section(
      named<parts.FabricBlueprint>(fabricSchema),
      "none; nodes talk over plain network interfaces",
      ofParts,
    ),
    buckets: unset(z.record(z.string(), named<parts.BucketBlueprint>(bucketSchema)), "Buckets by name", "none"),
    fileSystems: unset(
      z.record(z.string(), named<parts.FileSystemBlueprint>(fileSystemSchema)),
      "File systems by name",
      "none",
    ),
    pools: z
      .record(z.string(), named<parts.PoolBlueprint>(poolSchema))
      .default({})
      .describe("Node pools by name; required without architecture"),
    ...adopterSections,
    monitoring: section(named<MonitoringBlueprint>(monitoringSchema), "none", ofParts),
    state: section(named<parts.StateBlueprint>(stateSchema), "a file terraform.<name>.tfstate where Terraform runs"),
    workload: section(named<WorkloadBlueprint>(workloadSchema), "unknown; much of the review needs it"),
    ownership: section(
      named<parts.OwnershipBlueprint>(ownershipSchema),
      "none; the review then shows the break-even price of owned nodes",
    ),
    acceptedFindings: unset(
      z.array(
        z
          .strictObject({
            rule: z.string().describe("Id of the rule"),
            reason: z.string().min(1).describe("Why the owner lives with it"),
            path: unset(z.string(), "Where", "everywhere"),
          })
          .describe("A finding that is accepted"),
      ),
      "Findings of the review that are accepted, each with its reason",
      "none",
    ),
  })
  .describe("A GPU cluster");

/** A blueprint as it is read, before defaults. */
export interface Blueprint extends z.infer<typeof blueprintSchema> {}
