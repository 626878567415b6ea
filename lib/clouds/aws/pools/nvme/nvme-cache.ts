import type { InstanceType } from "../../../../catalog/types";
import { checkProps } from "../../../common/check-props";
import { isMountPath } from "../../../common/mount-paths";
import type { BootStep } from "../../shared/boot-step";
import type { PolicyStatement } from "../../shared/policy";
import { program } from "../../shared/program-text";
import type { IBucket } from "../../storage/buckets/i-bucket";
import type { NvmeCacheProps } from "./nvme-cache-props";
import { NVME_CACHE } from "./nvme-cache-table";

/**
 * The instance-store disks of a node as one fast array: RAID 0 and XFS, made anew at every boot (the disks are empty after a
 * stop), open to all users, with room for containers and datasets. Disks are found by id, since `/dev/nvmeN` numbers change
 * from boot to boot.
 */
export class NvmeCache {
  public readonly mountPath: string;
  public readonly readCacheFor: IBucket | undefined;

  constructor(props: NvmeCacheProps = {}) {
    const problems = checkProps("NvmeCache", NVME_CACHE, props);
    this.mountPath = props.mountPath ?? NVME_CACHE.mountPath.default;
    this.readCacheFor = props.readCacheFor;
    if (!isMountPath(this.mountPath)) {
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
