import type { PoolMount } from "./boot-step";
import type { MountOptions } from "./i-lustre-storage";
import { checkMountPath } from "./mount-path";
import { program } from "./program-text";

/** What mounting an NFS export takes. */
export interface NfsMountTarget {
  /** Name in the model, and in the boot step. */
  readonly name: string;
  readonly server: string;
  readonly exportPath: string;
  readonly version: string;
  /** TCP connections to the server, 1 to 16. */
  readonly connections: number;
  readonly clientSecurityGroupId: string | undefined;
  readonly availabilityZones: readonly string[];
}

/** The mount of an NFS export at a path. */
export function nfsMount(target: NfsMountTarget, path: string, options: MountOptions = {}): PoolMount {
  checkMountPath(`mount of "${target.name}"`, path);
  const readOnly = options.readOnly ?? false;
  return {
    fileSystem: target.name,
    path,
    readOnly,
    bootStep: {
      name: `mount-${target.name}`,
      phase: "mounts",
      text: program("mount-nfs.sh", {
        SOURCE: `${target.server}:${target.exportPath}`,
        MOUNT_PATH: path,
        ACCESS: readOnly ? "ro" : "rw",
        VERSION: target.version,
        CONNECTIONS: String(target.connections),
      }),
    },
    clientSecurityGroupId: target.clientSecurityGroupId,
    availabilityZones: target.availabilityZones,
  };
}
