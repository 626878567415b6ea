export { clusterModel } from "../common/cluster-model";
export { GpuSharing } from "../common/pools/gpu-sharing";
export type { CheckedFile, SlurmContainerPackages } from "../common/slurm/container-packages-props";
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
export { ClusterMonitoring } from "./monitoring/cluster-monitoring";
export type { ClusterMonitoringProps } from "./monitoring/cluster-monitoring-props";
export { ClusterNetwork } from "./network/cluster-network";
export type { ClusterNetworkAttributes, ClusterNetworkProps, PrivateZoneIds } from "./network/cluster-network-props";
export type { FlowLogsProps } from "./network/flow-log-props";
export type { IClusterNetwork } from "./network/i-cluster-network";
export { azure } from "./parts";
export { Capacity, type CapacityBlockOptions, type CapacityOptions, type SpotOptions } from "./pools/capacity";
export { GpuNodePool } from "./pools/gpu-node-pool";
export type { GpuNodePoolProps } from "./pools/gpu-node-pool-props";
export { declareProvider } from "./provider";
export type { Grantee, MountOptions, PoolMount } from "./shared/mount";
export type { SlurmDirectoryProps } from "./slurm/directory-props";
export { SlurmHeadNode } from "./slurm/slurm-head-node";
export type {
  SlurmAccountingProps,
  SlurmHeadNodeProps,
  SlurmLoginPoolProps,
  SlurmPartitionProps,
} from "./slurm/slurm-head-node-props";
export { CheckpointBucket } from "./storage/checkpoint-bucket";
export type { CheckpointBucketProps, CustomerKeyProps } from "./storage/checkpoint-bucket-props";
export { ExistingFileSystem } from "./storage/existing-file-system";
export type { NfsProps } from "./storage/existing-file-system-props";
export type { ILustreStorage } from "./storage/i-lustre-storage";
export type { ISharedHome } from "./storage/i-shared-home";
export { LustreStorage } from "./storage/lustre-storage";
export type {
  LustreAutoExportProps,
  LustreAutoImportProps,
  LustreBlobsProps,
  LustreStorageAttributes,
  LustreStorageProps,
} from "./storage/lustre-storage-props";
export { SharedHome } from "./storage/shared-home";
export type { SharedHomeFilesProps, SharedHomeProps } from "./storage/shared-home-props";
