import { type AwsKinds, type AwsParts, aws } from "./aws/parts";
import type { Cloud } from "./cloud";

/** The cloud that blueprints, the command line and Pulumi build in where none is named. */
export type DefaultCloud = Cloud<AwsParts, AwsKinds>;

export const defaultCloud: DefaultCloud = aws;

// Their props, and what others take of them.
export type { InfiniBandFabric } from "./aws/fabric/infiniband-fabric";
export type { InfiniBandFabricProps } from "./aws/fabric/infiniband-fabric-props";
export type { NodeFleet } from "./aws/fleet/node-fleet";
export type { NodeFleetProps } from "./aws/fleet/node-fleet-props";
export type { HybridCluster } from "./aws/hybrid/hybrid-cluster";
export type { HybridClusterProps } from "./aws/hybrid/hybrid-cluster-props";
export type { KubeRayCluster } from "./aws/kubernetes/kube-ray-cluster";
export type { KubeRayClusterProps } from "./aws/kubernetes/kube-ray-cluster-props";
export type { ServiceAddress } from "./aws/kubernetes/service-address";
export type { ServiceAddressOptions, ServiceAddressProps } from "./aws/kubernetes/service-address-props";
export type { ServingOptions } from "./aws/kubernetes/serving-options";
export type { ClusterMonitoring } from "./aws/monitoring/cluster-monitoring";
export type { ClusterMonitoringProps } from "./aws/monitoring/cluster-monitoring-props";
export type { ClusterNetwork } from "./aws/network/cluster-network";
export type { ClusterNetworkAttributes, ClusterNetworkProps } from "./aws/network/cluster-network-props";
export type { IClusterNetwork } from "./aws/network/i-cluster-network";
export type { ParallelComputing } from "./aws/pcs/parallel-computing";
export type { ParallelComputingProps } from "./aws/pcs/parallel-computing-props";
export type { Capacity, CapacityBlockOptions, ReservationOptions, SpotOptions } from "./aws/pools/capacity/capacity";
export type { BlockPurchaseOptions, ReservationPurchaseOptions } from "./aws/pools/capacity/purchase";
export type { GpuNodePool } from "./aws/pools/gpu-node-pool";
export type { GpuNodePoolProps } from "./aws/pools/gpu-node-pool-props";
export type { DlamiOs, Image } from "./aws/pools/image";
export type { NvmeCache } from "./aws/pools/nvme/nvme-cache";
export type { Placement } from "./aws/pools/placement";
export type { BootStep, PoolMount } from "./aws/shared/boot-step";
export type { SlurmHeadNode } from "./aws/slurm/slurm-head-node";
export type { SlurmHeadNodeProps } from "./aws/slurm/slurm-head-node-props";
export type { CheckpointBucket } from "./aws/storage/buckets/checkpoint-bucket";
export type { CheckpointBucketAttributes, CheckpointBucketProps } from "./aws/storage/buckets/checkpoint-bucket-props";
export type { Grantee, IBucket } from "./aws/storage/buckets/i-bucket";
export type { ProgramBucket, ProgramObject } from "./aws/storage/buckets/program-bucket";
export type { ProgramBucketProps } from "./aws/storage/buckets/program-bucket-props";
export type { ExistingFileSystem } from "./aws/storage/existing-file-system";
export type {
  BeegfsProps,
  CephfsProps,
  NfsProps,
  SpectrumScaleProps,
  WekaProps,
} from "./aws/storage/existing-file-system-props";
export type { ILustreStorage, MountOptions } from "./aws/storage/lustre/i-lustre-storage";
export type { LustreStorage } from "./aws/storage/lustre/lustre-storage";
export type { LustreStorageAttributes, LustreStorageProps } from "./aws/storage/lustre/lustre-storage-props";
export type { SharedHome } from "./aws/storage/shared-home/shared-home";
export type { SharedHomeOpenZfs } from "./aws/storage/shared-home/shared-home-openzfs";
export type { SharedHomeOpenZfsProps } from "./aws/storage/shared-home/shared-home-openzfs-props";
export type { SharedHomeProps } from "./aws/storage/shared-home/shared-home-props";
export type { GpuSharing } from "./common/pools/gpu-sharing";
