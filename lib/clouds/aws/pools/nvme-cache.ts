import type { InstanceType } from "../../../catalog/types";
import { Problems } from "../../../errors";
import { SYSTEM_DIRECTORIES } from "../../../model/system-paths";
import { checkPropShapes } from "../../common/prop-shapes";
import type { BootStep } from "../shared/boot-step";
import type { PolicyStatement } from "../shared/policy";
import { program } from "../shared/program-text";
import type { IBucket } from "../storage/buckets/i-bucket";

export interface NvmeCacheProps {
  /** Where the array is mounted. Absolute path, not one of the system's own. @default /scratch */
  readonly mountPath?: string;
  /**
   * Bucket whose objects are read through Mountpoint for S3 with its cache on the array, at `<mountPath>/s3/<bucket>`. The pool's
   * nodes are allowed to read it; an instance profile given from outside must allow that itself. `CheckpointBucket.import` names
   * one that is there.
   * @default - none
   */
  readonly readCacheFor?: IBucket;
}

/**
 * The instance-store disks of a node as one fast array: RAID 0 and XFS, made anew at every boot (the disks are empty after a
 * stop), open to all users, with room for containers and datasets. Disks are found by id, since `/dev/nvmeN` numbers change
 * from boot to boot.
 */
export class NvmeCache {
  public readonly mountPath: string;
  public readonly readCacheFor: IBucket | undefined;

  constructor(props: NvmeCacheProps = {}) {
    checkPropShapes("NvmeCache", props, { mountPath: "text?", readCacheFor: "bucket?" });
    this.mountPath = props.mountPath ?? "/scratch";
    this.readCacheFor = props.readCacheFor;
    const problems = new Problems();
    if (!/^\/[a-zA-Z0-9._-]+(\/[a-zA-Z0-9._-]+)*$/.test(this.mountPath) || SYSTEM_PATHS.has(this.mountPath)) {
      problems.add(
        "malformed",
        "mountPath",
        `mountPath must be an absolute path that the system does not use itself, got "${this.mountPath}"; use "/scratch"`,
      );
    }
    problems.throwIfAny("NvmeCache");
  }

  /** Capacity of the array on a type, GB; 0 where it has no such disks. */
  public static sizeGB(type: InstanceType): number {
    return type.localNvme === null ? 0 : type.localNvme.count * type.localNvme.sizeGB;
  }

  /** What nodes need to be allowed for the cache. */
  public get statements(): PolicyStatement[] {
    return this.readCacheFor?.readStatements() ?? [];
  }

  public bootSteps(type: InstanceType): BootStep[] {
    const array: BootStep = {
      name: "nvme-cache",
      phase: "disks",
      text: program("nvme-cache.sh", {
        MOUNT_PATH: this.mountPath,
        EXPECTED_DISKS: String(type.localNvme?.count ?? 0),
      }),
    };
    if (this.readCacheFor === undefined) return [array];
    const readCache: BootStep = {
      name: "s3-read-cache",
      phase: "mounts",
      text: program("s3-read-cache.sh", { MOUNT_PATH: this.mountPath, BUCKET: this.readCacheFor.bucketName }),
    };
    return [array, readCache];
  }
}

/** Directories that a mount must not hide. */
export const SYSTEM_PATHS: ReadonlySet<string> = new Set([
  ...SYSTEM_DIRECTORIES,
  "/lib64",
  "/opt",
  "/tmp",
  "/opt/slurm",
  "/opt/amazon",
  "/opt/aws",
  "/opt/nvidia",
  "/var/spool",
  "/var/spool/slurm",
  "/etc/slurm",
]);
