import { z } from "zod";
import {
  datasets,
  existingLustre,
  instanceType,
  nodesKey,
  runsAtOnce,
  sizedLustre,
  spareNodes,
  teams,
} from "../architecture-keys";
import { asGiven, fallback } from "../key";
import { replicaSharingKeys } from "../sharing-keys";
import { strictObject } from "../strict-object";
import { azureKubeRaySchema } from "./azure-kubernetes";
import { azureCapacitySchema, azureLustreSchema, azurePoolSchema } from "./azure-parts";
import { azureSlurmSchema } from "./azure-slurm";

const text = z.string();

const poolOptions = azurePoolSchema
  .omit({ instanceType: true, nodes: true, fabric: true, capacity: true, buckets: true, mounts: true })
  .omit({ migProfile: true, timeSlicingReplicas: true, mpsReplicas: true })
  .describe("Further props of the pool");

const lustreOptions = azureLustreSchema.omit({ kind: true }).partial().describe("Props of the file system");

const common = {
  capacity: fallback(z.array(azureCapacitySchema).min(1), [{ kind: "on-demand" }], "The one source of nodes"),
  // its storage account has a name that nobody else in Azure has
  bucket: text.describe("Bucket of this blueprint for what must outlive the nodes"),
  pool: asGiven(poolOptions, "none"),
};

const slurmOptions = azureSlurmSchema
  .omit({ partitions: true, mounts: true })
  .partial()
  .describe("Props of the head; its storage account and vault need names that are unique in all of Azure");

const rayOptions = azureKubeRaySchema
  .omit({
    pools: true,
    rayClusters: true,
    fineTuning: true,
    serving: true,
    triton: true,
    queues: true,
    fileSystems: true,
    buckets: true,
  })
  .describe("Props of the Ray cluster");

/** A cluster that an architecture makes of the workload. */
export const azureArchitectureSchema = z
  .discriminatedUnion("kind", [
    strictObject(() => ({
      kind: z.literal("training").describe("A cluster for a pre-training run"),
      instanceType,
      nodes: nodesKey("nodes", "Nodes that the run uses"),
      spareNodes,
      scheduler: z.enum(["slurm", "ray", "fleet"]).describe("Who starts the nodes"),
      slurm: asGiven(slurmOptions, "none"),
      ray: asGiven(rayOptions, "one queue of all GPUs"),
      lustre: sizedLustre(lustreOptions),
      existingLustre,
      ...common,
    })).describe("A cluster for a pre-training run"),
    strictObject(() => ({
      kind: z.literal("fineTuning").describe("A cluster for LoRA, QLoRA and small full fine-tuning"),
      instanceType,
      nodesPerRun: nodesKey("nodesPerRun", "Nodes of one run"),
      runsAtOnce,
      scheduler: z.enum(["slurm", "ray"]).describe("Who shares the nodes out"),
      teams,
      datasets,
      slurm: asGiven(slurmOptions, "none"),
      ray: asGiven(rayOptions, "a queue for each team"),
      lustre: asGiven(lustreOptions, "capacity and throughput for the runs, with datasets lustre"),
      existingLustre,
      ...common,
    })).describe("A cluster for LoRA, QLoRA and small full fine-tuning"),
    strictObject(() => ({
      kind: z.literal("inference").describe("A model behind an OpenAI-compatible address, on AKS"),
      instanceType,
      nodes: nodesKey("nodes", "Most nodes"),
      ...replicaSharingKeys,
      ray: asGiven(rayOptions, "the architecture's own"),
      ...common,
    })).describe("A model behind an OpenAI-compatible address, on AKS"),
    strictObject(() => ({
      kind: z.literal("singleNode").describe("One VM with GPUs"),
      instanceType,
      ...common,
    })).describe("One VM with GPUs"),
  ])
  .describe("A cluster that is made of the workload");
