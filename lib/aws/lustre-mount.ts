import type { BootStep, PoolMount } from "./boot-step";
import type { MountOptions } from "./i-lustre-storage";
import { checkMountPath } from "./mount-path";
import { program } from "./program-text";

const CLIENT_STEP = "lustre-client";

/** Installs the client where the image lacks it. */
export const lustreClientStep = (): BootStep => ({
  name: CLIENT_STEP,
  phase: "mounts",
  text: program("lustre-client.sh", {}),
});

/** Whether a node needs Lustre's client for a mount. */
export const needsLustreClient = ({ clientSteps = [] }: PoolMount): boolean =>
  clientSteps.some(({ name }) => name === CLIENT_STEP);

/** What mounting a Lustre file system takes. */
export interface LustreMountTarget {
  /** Name in the model, and in the boot step. */
  readonly name: string;
  readonly dnsName: string;
  readonly mountName: string;
  readonly efaEnabled: boolean;
  readonly clientSecurityGroupId: string | undefined;
  readonly availabilityZones: readonly string[];
}

/** The mount of a Lustre file system at a path. */
export function lustreMount(target: LustreMountTarget, path: string, options: MountOptions = {}): PoolMount {
  checkMountPath(`mount of "${target.name}"`, path);
  const readOnly = options.readOnly ?? false;
  return {
    fileSystem: target.name,
    path,
    readOnly,
    clientSteps: [
      lustreClientStep(),
      ...(target.efaEnabled
        ? [{ name: "lustre-efa", phase: "mounts" as const, text: program("lustre-efa.sh", {}) }]
        : []),
    ],
    bootStep: {
      name: `mount-${target.name}`,
      phase: "mounts",
      text: program("mount-lustre.sh", {
        SOURCE: `${target.dnsName}@tcp:/${target.mountName}`,
        MOUNT_PATH: path,
        ACCESS: readOnly ? "ro" : "rw",
        LNET_UNIT: target.efaEnabled ? "lustre-efa.service" : "",
      }),
    },
    clientSecurityGroupId: target.clientSecurityGroupId,
    availabilityZones: target.availabilityZones,
  };
}
