import type { MountOptions, PoolMount } from "../shared/mount";
import { checkMount } from "./mount-options";
import { mountScript } from "./mount-script";

/**
 * A Managed Lustre file system at an absolute path of nodes. Its name on the servers is always `lustrefs`.
 * @see https://learn.microsoft.com/azure/azure-managed-lustre/connect-clients
 */
export function lustreMount(
  of: { readonly where: string; readonly name: string; readonly mgsAddress: string },
  path: string,
  options: MountOptions,
): PoolMount {
  const { readOnly } = checkMount(of.where, path, options);
  const script = mountScript(path, {
    source: `${of.mgsAddress}@tcp:/lustrefs`,
    type: "lustre",
    options: `${readOnly ? "ro," : ""}noatime,flock`,
  });
  return { fileSystem: of.name, kind: "lustre", path, readOnly, script };
}
