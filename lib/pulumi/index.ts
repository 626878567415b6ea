import "../clouds/any-provider-there";

import "./peers";

export { Capacity, Image, Placement } from "./capacity-image-placement";
export type {
  ArchitectureArgs,
  ArchitecturePlace,
  ExistingBucket,
  ExistingLustre,
  ExistingNetwork,
} from "./clusters/architecture-args";
export {
  FineTuningCluster,
  type FineTuningClusterArgs,
  InferenceCluster,
  type InferenceClusterArgs,
  SingleNode,
  type SingleNodeArgs,
  TrainingCluster,
  type TrainingClusterArgs,
} from "./clusters/architectures";
export { GpuCluster } from "./clusters/gpu-cluster";
export type {
  BuiltOutputs,
  GpuClusterArgs,
  GpuClusterFromBlueprint,
  GpuClusterFromConstructs,
  InputTokens,
} from "./clusters/gpu-cluster-props";
export {
  type DeclaredRegion,
  type InferenceRegionArgs,
  InferenceRegions,
  type InferenceRegionsArgs,
} from "./clusters/inference-regions";
export {
  CheckpointBucket,
  type CheckpointBucketArgs,
  type ExistingBucketArgs,
} from "./components/checkpoint-bucket";
export { ClusterMonitoring, type ClusterMonitoringArgs } from "./components/cluster-monitoring";
export { ClusterNetwork, type ClusterNetworkArgs, type ExistingNetworkArgs } from "./components/cluster-network";
export {
  type ExistingBeegfsArgs,
  type ExistingCephfsArgs,
  ExistingFileSystem,
  type ExistingNfsArgs,
  type ExistingSpectrumScaleArgs,
  type ExistingWekaArgs,
} from "./components/existing-file-system";
export { GpuNodePool, type GpuNodePoolArgs } from "./components/gpu-node-pool";
export { HybridCluster, type HybridClusterArgs } from "./components/hybrid-cluster";
export { InfiniBandFabric, type InfiniBandFabricArgs } from "./components/infiniband-fabric";
export { KubeRayCluster, type KubeRayClusterArgs } from "./components/kube-ray-cluster";
export { type ExistingLustreArgs, LustreStorage, type LustreStorageArgs } from "./components/lustre-storage";
export { NodeFleet, type NodeFleetArgs } from "./components/node-fleet";
export { ParallelComputing, type ParallelComputingArgs } from "./components/parallel-computing";
export { ProgramBucket, type ProgramBucketArgs } from "./components/program-bucket";
export { ServiceAddress, type ServiceAddressArgs } from "./components/service-address";
export { SharedHome, type SharedHomeArgs, type SharedHomeOpenZfsArgs } from "./components/shared-home";
export { SlurmHeadNode, type SlurmHeadNodeArgs } from "./components/slurm-head-node";
export { MAPPING_SOURCE, mappedTypes } from "./plan/mapping";
export type { PlannedOptions, PlannedResource, PlannedValue, PulumiPlan } from "./plan/plan";
export { planStack, type TerraformJson } from "./plan/plan-stack";
export { ClusterScope, type ClusterScopeArgs } from "./program/cluster-scope";
