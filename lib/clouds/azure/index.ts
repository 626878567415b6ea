export { clusterModel } from "../common/described";
export type { MonitoringOptions, QueueOptions } from "../common/workloads/cluster-options";
export { InfiniBandFabric } from "./fabric/infiniband-fabric";
export type { InfiniBandFabricProps } from "./fabric/infiniband-fabric-props";
export { NodeFleet } from "./fleet/node-fleet";
export type { NodeFleetProps } from "./fleet/node-fleet-props";
export { KubeRayCluster } from "./kubernetes/kube-ray-cluster";
export type { KubeRayClusterProps, UpgradeOptions } from "./kubernetes/kube-ray-cluster-props";
export type { SecretEnvironment, SecretSource } from "./kubernetes/secret-source";
export type {
  BatchJobOptions,
  FineTuningOptions,
  RayClusterOptions,
  ServingOptions,
  TritonOptions,
} from "./kubernetes/workload-options";
export { aksPlatform } from "./kubernetes/writers/aks-platform";
export { ClusterNetwork } from "./network/cluster-network";
export type { ClusterNetworkProps } from "./network/cluster-network-props";
export { azure } from "./parts";
export { Capacity, type CapacityOptions } from "./pools/capacity";
export { GpuNodePool } from "./pools/gpu-node-pool";
export type { GpuNodePoolProps } from "./pools/gpu-node-pool-props";
export { declareProvider } from "./provider";
export { SlurmHeadNode } from "./slurm/slurm-head-node";
export type { SlurmAccountingProps, SlurmHeadNodeProps, SlurmPartitionProps } from "./slurm/slurm-head-node-props";
export { CheckpointBucket, type Grantee } from "./storage/checkpoint-bucket";
export type { CheckpointBucketProps } from "./storage/checkpoint-bucket-props";
export { type LustreMount, LustreStorage } from "./storage/lustre-storage";
export type { LustreStorageProps } from "./storage/lustre-storage-props";
