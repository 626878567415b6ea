import "../clouds/any-provider-there";

import "./peers";

export { Capacity, Image, Placement } from "./clouds/aws/capacity-image-placement";
export type {
  ArchitectureArgs,
  ArchitecturePlace,
  ExistingBucket,
  ExistingLustre,
  ExistingNetwork,
} from "./clouds/aws/clusters/architecture-args";
export {
  FineTuningCluster,
  type FineTuningClusterArgs,
  InferenceCluster,
  type InferenceClusterArgs,
  SingleNode,
  type SingleNodeArgs,
  TrainingCluster,
  type TrainingClusterArgs,
} from "./clouds/aws/clusters/architectures";
export { ClusterScope, type ClusterScopeArgs } from "./clouds/aws/clusters/cluster-scope";
export { GpuCluster } from "./clouds/aws/clusters/gpu-cluster";
export {
  type DeclaredRegion,
  type InferenceRegionArgs,
  InferenceRegions,
  type InferenceRegionsArgs,
} from "./clouds/aws/clusters/inference-regions";
export {
  CheckpointBucket,
  type CheckpointBucketArgs,
  type ExistingBucketArgs,
} from "./clouds/aws/components/checkpoint-bucket";
export { ClusterMonitoring, type ClusterMonitoringArgs } from "./clouds/aws/components/cluster-monitoring";
export {
  ClusterNetwork,
  type ClusterNetworkArgs,
  type ExistingNetworkArgs,
} from "./clouds/aws/components/cluster-network";
export {
  type ExistingBeegfsArgs,
  type ExistingCephfsArgs,
  ExistingFileSystem,
  type ExistingNfsArgs,
  type ExistingSpectrumScaleArgs,
  type ExistingWekaArgs,
} from "./clouds/aws/components/existing-file-system";
export { GpuNodePool, type GpuNodePoolArgs } from "./clouds/aws/components/gpu-node-pool";
export { HybridCluster, type HybridClusterArgs } from "./clouds/aws/components/hybrid-cluster";
export { InfiniBandFabric, type InfiniBandFabricArgs } from "./clouds/aws/components/infiniband-fabric";
export { KubeRayCluster, type KubeRayClusterArgs } from "./clouds/aws/components/kube-ray-cluster";
export { type ExistingLustreArgs, LustreStorage, type LustreStorageArgs } from "./clouds/aws/components/lustre-storage";
export { NodeFleet, type NodeFleetArgs } from "./clouds/aws/components/node-fleet";
export { ParallelComputing, type ParallelComputingArgs } from "./clouds/aws/components/parallel-computing";
export { ProgramBucket, type ProgramBucketArgs } from "./clouds/aws/components/program-bucket";
export { ServiceAddress, type ServiceAddressArgs } from "./clouds/aws/components/service-address";
export { SharedHome, type SharedHomeArgs, type SharedHomeOpenZfsArgs } from "./clouds/aws/components/shared-home";
export { SlurmHeadNode, type SlurmHeadNodeArgs } from "./clouds/aws/components/slurm-head-node";
export type {
  BuiltOutputs,
  GpuClusterArgs,
  GpuClusterFromBlueprint,
  GpuClusterFromConstructs,
  InputTokens,
} from "./clusters/gpu-cluster-props";
export { MAPPING_SOURCE, mappedTypes } from "./plan/mapping";
export type { PlannedOptions, PlannedResource, PlannedValue, PulumiPlan } from "./plan/plan";
export { planStack, type TerraformJson } from "./plan/plan-stack";
