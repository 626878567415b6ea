import type { FileSystem } from "./model";

/** What a design says of a file system that has no size, tier or network of its own to choose, as NFS and EFS have not. */
export const UNSIZED = {
  deploymentType: null,
  storageType: null,
  throughputPerTiB: null,
  overFabric: false,
  metadataIops: null,
  compression: false,
} as const satisfies Partial<FileSystem>;
