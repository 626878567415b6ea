import "./shared/provider-there";

export { clusterModel } from "../common/cluster-model";
export { GpuSharing } from "../common/pools/gpu-sharing";
export type { CheckedFile, SlurmContainerPackages } from "../common/slurm/container-packages-props";
export type { MonitoringOptions, QueueOptions } from "../common/workloads/cluster-options";
export { InfiniBandFabric } from "./fabric/infiniband-fabric";
export type { InfiniBandFabricProps } from "./fabric/infiniband-fabric-props";
export { NodeFleet } from "./fleet/node-fleet";
export type { NodeFleetProps } from "./fleet/node-fleet-props";
export { HybridCluster } from "./hybrid/hybrid-cluster";
export type {
  BurstPartitionProps,
  HybridClusterProps,
  SiteControllerProps,
  SiteLinkProps,
  SiteProps,
  SiteVpnProps,
  StagingProps,
} from "./hybrid/hybrid-cluster-props";
export { NodeImage } from "./images/node-image";
export type { NodeImageContent, NodeImageProps } from "./images/node-image-props";
export { KubeRayCluster } from "./kubernetes/kube-ray-cluster";
export type { BucketMountOptions, GatewayOptions, KubeRayClusterProps } from "./kubernetes/kube-ray-cluster-props";
export { ServiceAddress } from "./kubernetes/service-address";
export type { ServiceAddressOptions, ServiceAddressProps } from "./kubernetes/service-address-props";
export type { ServingOptions, TritonOptions } from "./kubernetes/serving-options";
export type { FineTuningOptions, RayClusterOptions } from "./kubernetes/training-options";
export { ec2NodeClass, type NodeClassSettings } from "./kubernetes/writers/ec2-node-class";
export { eksPlatform } from "./kubernetes/writers/eks-platform";
export { type KarpenterPool, nodePoolsChart } from "./kubernetes/writers/node-pools";
export { ClusterMonitoring } from "./monitoring/cluster-monitoring";
export type { ClusterMonitoringProps, MonitoredPool } from "./monitoring/cluster-monitoring-props";
export { ClusterNetwork } from "./network/cluster-network";
export type { ClusterNetworkAttributes, ClusterNetworkProps } from "./network/cluster-network-props";
export type { IClusterNetwork } from "./network/i-cluster-network";
export { ParallelComputing } from "./pcs/parallel-computing";
export type { ParallelComputingProps, PcsPartitionProps } from "./pcs/parallel-computing-props";
export type { CapacityBlockOptions, ReservationOptions, SpotOptions } from "./pools/capacity/capacity";
export { Capacity } from "./pools/capacity/capacity";
export type { BlockPurchaseOptions, ReservationPurchaseOptions } from "./pools/capacity/purchase";
export { GpuNodePool } from "./pools/gpu-node-pool";
export type { GpuNodePoolProps } from "./pools/gpu-node-pool-props";
export type { DlamiOs } from "./pools/image";
export { Image } from "./pools/image";
export { NvmeCache } from "./pools/nvme/nvme-cache";
export type { NvmeCacheProps } from "./pools/nvme/nvme-cache-props";
export { Placement } from "./pools/placement";
export type { PoolAdopter } from "./pools/pool-adopter";
export { DesignReview } from "./reading/design-review";
export type { DesignReviewProps } from "./reading/design-review-props";
export type { BootPhase, BootStep, PoolMount } from "./shared/boot-step";
export type { PolicyStatement } from "./shared/policy";
export type { SlurmDirectoryProps } from "./slurm/directory-props";
export type { SlurmGrafanaProps, SlurmMonitoringProps } from "./slurm/monitoring-props";
export { SlurmHeadNode } from "./slurm/slurm-head-node";
export type { SlurmAccountingProps, SlurmHeadNodeProps, SlurmPartitionProps } from "./slurm/slurm-head-node-props";
export { CheckpointBucket } from "./storage/buckets/checkpoint-bucket";
export type { CheckpointBucketAttributes, CheckpointBucketProps } from "./storage/buckets/checkpoint-bucket-props";
export type { Grantee, IBucket } from "./storage/buckets/i-bucket";
export type { ProgramObject } from "./storage/buckets/program-bucket";
export { ProgramBucket } from "./storage/buckets/program-bucket";
export type { ProgramBucketProps } from "./storage/buckets/program-bucket-props";
export { ExistingFileSystem } from "./storage/existing-file-system";
export type {
  BeegfsProps,
  CephfsProps,
  ExistingFileSystemProps,
  NfsProps,
  SpectrumScaleProps,
  WekaProps,
} from "./storage/existing-file-system-props";
export type { ILustreStorage, MountOptions } from "./storage/lustre/i-lustre-storage";
export { LustreStorage } from "./storage/lustre/lustre-storage";
export type {
  LustreDataRepository,
  LustreEvent,
  LustreStorageAttributes,
  LustreStorageProps,
} from "./storage/lustre/lustre-storage-props";
export { mountSteps } from "./storage/mount-steps";
export type { ISharedHome } from "./storage/shared-home/i-shared-home";
export { SharedHome } from "./storage/shared-home/shared-home";
export { SharedHomeOpenZfs } from "./storage/shared-home/shared-home-openzfs";
export type { SharedHomeOpenZfsProps } from "./storage/shared-home/shared-home-openzfs-props";
export type { SharedHomeProps } from "./storage/shared-home/shared-home-props";
