import { z } from "zod";
import { commonKeys } from "../common-keys";
import { section, unset } from "../key";
import { strictObject } from "../strict-object";
import { azureArchitectureSchema } from "./azure-architecture";
import { azureKubeRaySchema } from "./azure-kubernetes";
import {
  azureBucketSchema,
  azureFabricSchema,
  azureFileSystemSchema,
  azureFleetSchema,
  azureMonitoringSchema,
  azureNetworkSchema,
  azurePoolSchema,
} from "./azure-parts";
import { azureSlurmSchema } from "./azure-slurm";

const { apiVersion, name, description, catalog, workload, ownership, acceptedFindings } = commonKeys;

/** A blueprint with `cloud: azure`: what is no cloud's is said as everywhere, the parts by the props of Azure's constructs. */
export const azureBlueprintSchema = strictObject(() => ({
  apiVersion,
  name,
  cloud: z.literal("azure").describe("Cloud that it is built in"),
  description,
  catalog,
  network: azureNetworkSchema,
  architecture: section(azureArchitectureSchema, "none; the parts below make the cluster"),
  fabric: section(azureFabricSchema, "none; nodes talk over Ethernet"),
  buckets: unset(z.record(z.string(), azureBucketSchema), "Buckets by name", "none"),
  fileSystems: unset(z.record(z.string(), azureFileSystemSchema), "File systems by name", "none"),
  pools: z
    .record(z.string(), azurePoolSchema)
    .default({})
    .describe("Node pools by name; required without architecture"),
  slurm: section(azureSlurmSchema, "none"),
  kubeRay: section(azureKubeRaySchema, "none"),
  fleets: unset(z.record(z.string(), azureFleetSchema), "Fleets by name", "none"),
  monitoring: section(azureMonitoringSchema, "none"),
  workload,
  ownership,
  acceptedFindings,
})).describe("A GPU cluster in Azure");
