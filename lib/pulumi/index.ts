import "../aws/engine";

import "./peers";

export type {
  ArchitectureArgs,
  ArchitecturePlace,
  ExistingBucket,
  ExistingLustre,
  ExistingNetwork,
} from "./architecture-args";
export {
  FineTuningCluster,
  type FineTuningClusterArgs,
  InferenceCluster,
  type InferenceClusterArgs,
  SingleNode,
  type SingleNodeArgs,
  TrainingCluster,
  type TrainingClusterArgs,
} from "./architectures";
export {
  CheckpointBucket,
  type CheckpointBucketArgs,
  type ExistingBucketArgs,
} from "./checkpoint-bucket";
export { Capacity, Image, Placement } from "./choices";
export { ClusterMonitoring, type ClusterMonitoringArgs } from "./cluster-monitoring";
export { ClusterNetwork, type ClusterNetworkArgs, type ExistingNetworkArgs } from "./cluster-network";
export { ClusterScope, type ClusterScopeArgs } from "./cluster-scope";
export {
  type ExistingBeegfsArgs,
  type ExistingCephfsArgs,
  ExistingFileSystem,
  type ExistingNfsArgs,
  type ExistingSpectrumScaleArgs,
  type ExistingWekaArgs,
} from "./existing-file-system";
export { GpuCluster } from "./gpu-cluster";
export type {
  BuiltOutputs,
  GpuClusterArgs,
  GpuClusterFromBlueprint,
  GpuClusterFromConstructs,
  InputTokens,
} from "./gpu-cluster-props";
export { GpuNodePool, type GpuNodePoolArgs } from "./gpu-node-pool";
export {
  type DeclaredRegion,
  type InferenceRegionArgs,
  InferenceRegions,
  type InferenceRegionsArgs,
} from "./inference-regions";
export { InfiniBandFabric, type InfiniBandFabricArgs } from "./infiniband-fabric";
export { KubeRayCluster, type KubeRayClusterArgs } from "./kube-ray-cluster";
export { type ExistingLustreArgs, LustreStorage, type LustreStorageArgs } from "./lustre-storage";
export { MAPPING_SOURCE, mappedTypes } from "./mapping";
export { NodeFleet, type NodeFleetArgs } from "./node-fleet";
export type { PlannedOptions, PlannedResource, PlannedValue, PulumiPlan } from "./plan";
export { planStack, type TerraformJson } from "./plan-stack";
export { ProgramBucket, type ProgramBucketArgs } from "./program-bucket";
export { ServiceAddress, type ServiceAddressArgs } from "./service-address";
export { SharedHome, type SharedHomeArgs, type SharedHomeOpenZfsArgs } from "./shared-home";
export { SlurmHeadNode, type SlurmHeadNodeArgs } from "./slurm-head-node";
