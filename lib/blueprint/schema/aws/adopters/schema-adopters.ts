import { z } from "zod";
import type { NamedAdopterKey, SingleAdopterKey } from "../../../../remedies/adopters";
import { named, section, unset } from "../../key";
import { ofParts } from "../../place";
import { type KubeRayBlueprint, kubeRaySchema } from "../kubernetes/schema-kube-ray";
import { type FleetBlueprint, fleetSchema } from "./schema-fleet";
import { type HybridBlueprint, hybridSchema } from "./schema-hybrid";
import { type ParallelComputingBlueprint, parallelComputingSchema } from "./schema-parallel-computing";
import { type SlurmBlueprint, slurmSchema } from "./schema-slurm";

/** Keys of those that start nodes. */
export const adopterSections = {
  fleets: unset(z.record(z.string(), named<FleetBlueprint>(fleetSchema)), "Plain fleets by name", "none", ofParts),
  slurm: section(named<SlurmBlueprint>(slurmSchema), "none", ofParts),
  parallelComputing: section(named<ParallelComputingBlueprint>(parallelComputingSchema), "none", ofParts),
  hybrid: section(named<HybridBlueprint>(hybridSchema), "none", ofParts),
  kubeRay: section(named<KubeRayBlueprint>(kubeRaySchema), "none", ofParts),
} satisfies Readonly<Record<NamedAdopterKey | SingleAdopterKey, z.ZodType>>;
