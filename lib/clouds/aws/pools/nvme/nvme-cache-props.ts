import type { IBucket } from "../../storage/buckets/i-bucket";

export interface NvmeCacheProps {
  /** Where the array is mounted. Absolute path, not one of the system's own. @default /scratch */
  readonly mountPath?: string;
  /**
   * Bucket whose objects are read through Mountpoint for S3 with its cache on the array, at `<mountPath>/s3/<bucket>`. The pool's
   * nodes are allowed to read it; an external instance profile must allow it. `CheckpointBucket.import` names an existing one.
   * @default - none
   */
  readonly readCacheFor?: IBucket;
}
