import type { MountOptions, PoolMount } from "../shared/mount";
import { checkMount } from "./mount-options";
import { mountScript } from "./mount-script";

export interface NfsSource {
  /** Construct that is mounted, for errors. */
  readonly where: string;
  readonly name: string;
  /** `server:/export`. */
  readonly source: string;
  readonly options: string;
  /** Type in fstab: `aznfs` encrypts in transit. */
  readonly type?: "nfs4" | "nfs" | "aznfs";
}

/** KiB read ahead of files on NFS, as the HPC images set it for NetApp Files. @see Azure/azhpc-images components/customizations */
const READ_AHEAD_KIB = 15380;

/** An NFS export at an absolute path of nodes. */
export function nfsMount(of: NfsSource, path: string, mountOptions: MountOptions): PoolMount {
  const { where, name, source, options, type = "nfs4" } = of;
  const { readOnly } = checkMount(where, path, mountOptions);
  const client = type === "aznfs" ? "mount.aznfs" : "mount.nfs";
  const wanted = type === "aznfs" ? "aznfs" : "nfs-common";
  const script = `command -v ${client} > /dev/null || { apt-get update -q && AZNFS_NONINTERACTIVE_INSTALL=1 DEBIAN_FRONTEND=noninteractive apt-get install -qy ${wanted}; }
${mountScript(path, { source, type, options: `${readOnly ? "ro" : "rw"},${options}` })}device=$(mountpoint -d ${path})
echo ${READ_AHEAD_KIB} > "/sys/class/bdi/$device/read_ahead_kb" || true
`;
  return { fileSystem: name, kind: "nfs", path, readOnly, script };
}
