import "../clouds/any-provider-there";

export { type BuiltBlueprint, buildBlueprint } from "./build";
export { ejectBlueprint } from "./eject";
export { expandBlueprint } from "./expand";
export { type LoadedBlueprint, loadBlueprint, parseBlueprint, type ReadBlueprint, readBlueprint } from "./load";
export { BlueprintError, type BlueprintProblem } from "./reader/blueprint-error";
export type { BlueprintText } from "./reader/read-texts";
export type { Location } from "./reader/source";
export type { FleetBlueprint } from "./schema/aws/adopters/schema-fleet";
export type { HybridBlueprint } from "./schema/aws/adopters/schema-hybrid";
export type { ParallelComputingBlueprint } from "./schema/aws/adopters/schema-parallel-computing";
export type { SlurmBlueprint } from "./schema/aws/adopters/schema-slurm";
export { type Blueprint, blueprintSchema } from "./schema/aws/aws-blueprint";
export type {
  ArchitectureBlueprint,
  BucketBlueprint,
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
  PoolBlueprint,
  SingleNodeBlueprint,
  StateBlueprint,
  TrainingClusterBlueprint,
} from "./schema/aws/blueprint-parts";
export type { KubeRayBlueprint } from "./schema/aws/kubernetes/schema-kube-ray";
export type {
  LustreOptionsBlueprint,
  PoolOptionsBlueprint,
  RayOptionsBlueprint,
  ServingOptionsBlueprint,
  SlurmOptionsBlueprint,
} from "./schema/aws/schema-architecture";
export type { MonitoringBlueprint } from "./schema/aws/schema-monitoring";
export { API_VERSION, type CatalogBlueprint, type OwnershipBlueprint } from "./schema/common-keys";
export { blueprintJsonSchema } from "./schema/json-schema";
export type {
  BatchWorkloadBlueprint,
  FineTuningWorkloadBlueprint,
  InferenceWorkloadBlueprint,
  TrainingWorkloadBlueprint,
  WorkloadBlueprint,
} from "./schema/schema-workload";
