import "../../../clouds/any-provider-there";

import "../../peers";

export type {
  BuiltOutputs,
  GpuClusterFromBlueprint,
  InputTokens,
} from "../../clusters/gpu-cluster-props";
export { Capacity } from "./capacity";
export type {
  ArchitectureArgs,
  ArchitecturePlace,
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
export { ClusterScope, type ClusterScopeArgs } from "./clusters/cluster-scope";
export { GpuCluster, type GpuClusterArgs, type GpuClusterFromConstructs } from "./clusters/gpu-cluster";
export { CheckpointBucket, type CheckpointBucketArgs } from "./components/checkpoint-bucket";
export { ClusterNetwork, type ClusterNetworkArgs, type ExistingNetworkArgs } from "./components/cluster-network";
export { ExistingFileSystem, type ExistingNfsArgs } from "./components/existing-file-system";
export { GpuNodePool, type GpuNodePoolArgs } from "./components/gpu-node-pool";
export { InfiniBandFabric, type InfiniBandFabricArgs } from "./components/infiniband-fabric";
export { KubeRayCluster, type KubeRayClusterArgs } from "./components/kube-ray-cluster";
export { type ExistingLustreArgs, LustreStorage, type LustreStorageArgs } from "./components/lustre-storage";
export { NodeFleet, type NodeFleetArgs } from "./components/node-fleet";
export { SharedHome, type SharedHomeArgs, type SharedHomeFilesArgs } from "./components/shared-home";
export { SlurmHeadNode, type SlurmHeadNodeArgs } from "./components/slurm-head-node";
