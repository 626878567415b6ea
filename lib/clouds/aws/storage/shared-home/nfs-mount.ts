import type { PoolMount } from "../../shared/boot-step";
import { fileSystemMount, type MountTarget } from "../file-system-mount";
import type { MountOptions } from "../lustre/i-lustre-storage";

/** What mounting an NFS export takes. */
export interface NfsMountTarget extends MountTarget {
  readonly server: string;
  readonly exportPath: string;
  readonly version: string;
  /** TCP connections to the server, 1 to 16. */
  readonly connections: number;
}

/** The mount of an NFS export at a path. */
export function nfsMount(target: NfsMountTarget, path: string, options: MountOptions = {}): PoolMount {
  return fileSystemMount(target, path, options, "mount-nfs.sh", {
    SOURCE: `${target.server}:${target.exportPath}`,
    VERSION: target.version,
    CONNECTIONS: String(target.connections),
  });
}
