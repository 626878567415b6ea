// Azure for what takes a Cloud and names its types: programs of Pulumi.
import { type AzureKinds, type AzureParts, azure } from "./azure/parts";
import type { Cloud } from "./cloud";

/** Azure with its own parts. */
export type AzureCloud = Cloud<AzureParts, AzureKinds>;

export const azureCloud: AzureCloud = azure;

export type { InfiniBandFabric } from "./azure/fabric/infiniband-fabric";
export type { InfiniBandFabricProps } from "./azure/fabric/infiniband-fabric-props";
export type { ClusterNetworkAttributes, ClusterNetworkProps } from "./azure/network/cluster-network-props";
export type { IClusterNetwork } from "./azure/network/i-cluster-network";
export type { Capacity, CapacityBlockOptions, SpotOptions } from "./azure/pools/capacity";
export type { GpuNodePool } from "./azure/pools/gpu-node-pool";
export type { GpuNodePoolProps } from "./azure/pools/gpu-node-pool-props";
export type { MountOptions, PoolMount } from "./azure/shared/mount";
export type { CheckpointBucket } from "./azure/storage/checkpoint-bucket";
export type { CheckpointBucketProps } from "./azure/storage/checkpoint-bucket-props";
export type { ExistingFileSystem } from "./azure/storage/existing-file-system";
export type { NfsProps } from "./azure/storage/existing-file-system-props";
export type { ILustreStorage } from "./azure/storage/i-lustre-storage";
export type { ISharedHome } from "./azure/storage/i-shared-home";
export type { LustreStorageAttributes, LustreStorageProps } from "./azure/storage/lustre-storage-props";
export type { SharedHomeFilesProps, SharedHomeProps } from "./azure/storage/shared-home-props";
export type { GpuSharing } from "./common/pools/gpu-sharing";
