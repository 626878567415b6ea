import "../clouds/any-provider-there";

export { type BuiltBlueprint, buildBlueprint } from "./build";
export { ejectBlueprint } from "./eject";
export { expandBlueprint } from "./expand";
export { type LoadedBlueprint, loadBlueprint, parseBlueprint, type ReadBlueprint, readBlueprint } from "./load";
export { BlueprintError, type BlueprintProblem } from "./reader/blueprint-error";
export type { BlueprintText } from "./reader/read-texts";
export type { Location } from "./reader/source";
export type { FleetBlueprint } from "./schema/adopters/schema-fleet";
export type { HybridBlueprint } from "./schema/adopters/schema-hybrid";
export type { ParallelComputingBlueprint } from "./schema/adopters/schema-parallel-computing";
export type { SlurmBlueprint } from "./schema/adopters/schema-slurm";
export type {
  ArchitectureBlueprint,
  BucketBlueprint,
  CatalogBlueprint,
  EfsBlueprint,
  ExistingFileSystemBlueprint,
  FabricBlueprint,
  FileSystemBlueprint,
  FineTuningClusterBlueprint,
  InferenceClusterBlueprint,
  InferenceRegionsBlueprint,
  LustreBlueprint,
  NetworkBlueprint,
  OpenZfsBlueprint,
  OwnershipBlueprint,
  PoolBlueprint,
  SingleNodeBlueprint,
  StateBlueprint,
  TrainingClusterBlueprint,
} from "./schema/blueprint-parts";
export { blueprintJsonSchema } from "./schema/json-schema";
export type { KubeRayBlueprint } from "./schema/kubernetes/schema-kube-ray";
export { API_VERSION, type Blueprint, blueprintSchema } from "./schema/schema";
export type {
  LustreOptionsBlueprint,
  PoolOptionsBlueprint,
  RayOptionsBlueprint,
  ServingOptionsBlueprint,
  SlurmOptionsBlueprint,
} from "./schema/schema-architecture";
export type { MonitoringBlueprint } from "./schema/schema-monitoring";
export type {
  BatchWorkloadBlueprint,
  FineTuningWorkloadBlueprint,
  InferenceWorkloadBlueprint,
  TrainingWorkloadBlueprint,
  WorkloadBlueprint,
} from "./schema/schema-workload";
