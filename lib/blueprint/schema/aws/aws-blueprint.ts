import { z } from "zod";
import { BUILT_CLOUDS } from "../../../clouds/by-name";
import { commonKeys } from "../common-keys";
import { fallback, named, section, unset } from "../key";
import { ofParts } from "../place";
import { strictObject } from "../strict-object";
import { adopterSections } from "./adopters/schema-adopters";
import type * as parts from "./blueprint-parts";
import { architectureSchema } from "./schema-architecture";
import { type MonitoringBlueprint, monitoringSchema } from "./schema-monitoring";
import { fabricSchema, networkSchema } from "./schema-network";
import { poolSchema } from "./schema-pools";
import { stateSchema } from "./schema-state";
import { bucketSchema, fileSystemSchema } from "./schema-storage";

const { apiVersion, name, description, catalog, workload, ownership, acceptedFindings } = commonKeys;

/**
 * The YAML format, once: the TypeScript type, the JSON Schema for editors and the checks all come from it. Names are those of
 * the constructs' props; what has a name in the cluster is a key of a map.
 */
export const blueprintSchema = strictObject(() => ({
  apiVersion,
  name,
  cloud: fallback(z.enum(BUILT_CLOUDS), BUILT_CLOUDS[0], "Cloud that it is built in, whose keys the parts have"),
  description,
  catalog,
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
  workload,
  ownership,
  acceptedFindings,
})).describe("A GPU cluster");

/** A blueprint as it is read, before defaults. */
export interface Blueprint extends z.infer<typeof blueprintSchema> {}
