import type { z } from "zod";
import type { architectureSchema } from "./schema-architecture";
import type { fabricSchema, networkSchema } from "./schema-network";
import type { poolSchema } from "./schema-pools";
import type { stateSchema } from "./schema-state";
import type { bucketSchema, fileSystemSchema } from "./schema-storage";

// A name for each part of a blueprint, so that editors and the API report show `NetworkBlueprint` instead of all of its keys.

type Kind<Schema extends z.ZodType, Name> = Extract<z.infer<Schema>, { readonly kind: Name }>;
type Architecture<Name> = Kind<typeof architectureSchema, Name>;
type FileSystem<Name> = Kind<typeof fileSystemSchema, Name>;

/** `network`: one private compute subnet in one zone. */
export interface NetworkBlueprint extends z.infer<typeof networkSchema> {}

/** `fabric`: what joins nodes GPU to GPU. */
export interface FabricBlueprint extends z.infer<typeof fabricSchema> {}

/** One of `buckets`. */
export interface BucketBlueprint extends z.infer<typeof bucketSchema> {}

/** One of `pools`: what a node is and how many there may be. */
export interface PoolBlueprint extends z.infer<typeof poolSchema> {}

/** `state`: where Terraform keeps its state. */
export interface StateBlueprint extends z.infer<typeof stateSchema> {}

export interface TrainingClusterBlueprint extends Architecture<"training"> {}
export interface FineTuningClusterBlueprint extends Architecture<"fineTuning"> {}
export interface InferenceClusterBlueprint extends Architecture<"inference"> {}
export interface InferenceRegionsBlueprint extends Architecture<"inferenceRegions"> {}
export interface SingleNodeBlueprint extends Architecture<"singleNode"> {}

/** `architecture`: a cluster that is made of the workload. */
export type ArchitectureBlueprint =
  | TrainingClusterBlueprint
  | FineTuningClusterBlueprint
  | InferenceClusterBlueprint
  | InferenceRegionsBlueprint
  | SingleNodeBlueprint;

export interface LustreBlueprint extends FileSystem<"lustre"> {}
export interface EfsBlueprint extends FileSystem<"efs"> {}
export interface OpenZfsBlueprint extends FileSystem<"openzfs"> {}

/** An existing file system. */
export type ExistingFileSystemBlueprint = Exclude<
  z.infer<typeof fileSystemSchema>,
  { readonly kind: "lustre" | "efs" | "openzfs" }
>;

/** One of `fileSystems`. */
export type FileSystemBlueprint = LustreBlueprint | EfsBlueprint | OpenZfsBlueprint | ExistingFileSystemBlueprint;
