import type { IClusterNetwork } from "../network/i-cluster-network";

/** Service levels of a capacity pool. */
export const SERVICE_LEVELS = ["Standard", "Premium", "Ultra"] as const;

export interface SharedHomeProps {
  /** Network that it gets a delegated subnet of. */
  readonly network: IClusterNetwork;
  /** Capacity, TiB, 1 to 100, whole. It can grow and shrink in place. @default 2 */
  readonly capacityTiB?: number;
  /**
   * Throughput: 16 MiB/s per TiB (Standard), 64 (Premium) or 128 (Ultra). Changing it replaces the volume.
   * @default Premium
   * @see https://learn.microsoft.com/azure/azure-netapp-files/azure-netapp-files-service-levels
   */
  readonly serviceLevel?: (typeof SERVICE_LEVELS)[number];
  /** Daily snapshots that are kept, which users find in `.snapshot`; 0 to 255, 0 for none. @default 14 */
  readonly snapshots?: number;
  /** Existing subnet, delegated to Microsoft.NetApp/volumes. @default - one is made; required in an imported network */
  readonly subnetId?: string;
}

export interface SharedHomeFilesProps {
  /** Network whose nodes reach it. */
  readonly network: IClusterNetwork;
  /** Name of the storage account, 3 to 24 lower-case letters and digits, unique in all of Azure. Changing it replaces the share. */
  readonly accountName: string;
  /** Capacity, GiB, 100 to 102,400, which sets its throughput: 100 + 0.1 MiB/s per GiB. It can grow in place. @default 1024 */
  readonly capacityGiB?: number;
}
