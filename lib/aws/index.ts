import "./engine";

export type { BootPhase, BootStep, PoolMount } from "./boot-step";
export type { CapacityBlockOptions, ReservationOptions } from "./capacity";
export { Capacity } from "./capacity";
export type { CheckpointBucketAttributes, CheckpointBucketProps } from "./checkpoint-bucket";
export { CheckpointBucket } from "./checkpoint-bucket";
export { ClusterMonitoring } from "./cluster-monitoring";
export type { ClusterMonitoringProps, MonitoredPool } from "./cluster-monitoring-props";
export type { ClusterNetworkProps } from "./cluster-network";
export { ClusterNetwork } from "./cluster-network";
export type { ClusterNetworkAttributes } from "./cluster-network-import";
export { clusterModel } from "./described";
export { DesignReview, type DesignReviewProps } from "./design-review";
export type {
  BeegfsProps,
  CephfsProps,
  ExistingFileSystemProps,
  NfsProps,
  SpectrumScaleProps,
  WekaProps,
} from "./existing-file-system";
export { ExistingFileSystem } from "./existing-file-system";
export { GpuNodePool } from "./gpu-node-pool";
export type { GpuNodePoolProps } from "./gpu-node-pool-props";
export { GpuSharing } from "./gpu-sharing";
export type { Grantee, IBucket } from "./i-bucket";
export type { IClusterNetwork } from "./i-cluster-network";
export type { ILustreStorage, MountOptions } from "./i-lustre-storage";
export type { ISharedHome } from "./i-shared-home";
export type { DlamiOs } from "./image";
export { Image } from "./image";
export type { InfiniBandFabricProps } from "./infiniband-fabric";
export { InfiniBandFabric } from "./infiniband-fabric";
export { KubeRayCluster } from "./kube-ray-cluster";
export type {
  BucketMountOptions,
  GatewayOptions,
  KubeRayClusterProps,
  MonitoringOptions,
  QueueOptions,
} from "./kube-ray-cluster-props";
export type { FineTuningOptions, RayClusterOptions, ServingOptions, TritonOptions } from "./kube-ray-workload-options";
export { LustreStorage } from "./lustre-storage";
export type { LustreStorageAttributes } from "./lustre-storage-import";
export type { LustreDataRepository, LustreEvent, LustreStorageProps } from "./lustre-storage-props";
export { mountSteps } from "./mount-steps";
export type { NodeFleetProps } from "./node-fleet";
export { NodeFleet } from "./node-fleet";
export type { NvmeCacheProps } from "./nvme-cache";
export { NvmeCache } from "./nvme-cache";
export { Placement } from "./placement";
export type { PolicyStatement } from "./policy";
export type { PoolAdopter } from "./pool-adopter";
export type { ProgramBucketProps, ProgramObject } from "./program-bucket";
export { ProgramBucket } from "./program-bucket";
export type { ServiceAddressOptions, ServiceAddressProps } from "./service-address";
export { ServiceAddress } from "./service-address";
export type { SharedHomeProps } from "./shared-home";
export { SharedHome } from "./shared-home";
export type { SharedHomeOpenZfsProps } from "./shared-home-openzfs";
export { SharedHomeOpenZfs } from "./shared-home-openzfs";
export type { SlurmGrafanaProps, SlurmMonitoringProps } from "./slurm/monitoring-settings";
export type { SlurmDirectoryProps } from "./slurm/sssd-conf";
export { SlurmHeadNode } from "./slurm-head-node";
export type { SlurmAccountingProps, SlurmHeadNodeProps, SlurmPartitionProps } from "./slurm-head-node-props";
