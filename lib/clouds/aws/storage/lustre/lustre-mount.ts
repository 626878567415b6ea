import type { BootStep, PoolMount } from "../../shared/boot-step";
import { program } from "../../shared/program-text";
import { fileSystemMount, type MountTarget } from "../file-system-mount";
import type { MountOptions } from "./i-lustre-storage";

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
export interface LustreMountTarget extends MountTarget {
  readonly dnsName: string;
  readonly mountName: string;
  readonly efaEnabled: boolean;
}

/** The mount of a Lustre file system at a path. */
export function lustreMount(target: LustreMountTarget, path: string, options: MountOptions = {}): PoolMount {
  const mount = fileSystemMount(target, path, options, "mount-lustre.sh", {
    SOURCE: `${target.dnsName}@tcp:/${target.mountName}`,
    LNET_UNIT: target.efaEnabled ? "lustre-efa.service" : "",
  });
  const clientSteps = [lustreClientStep()];
  if (target.efaEnabled) clientSteps.push({ name: "lustre-efa", phase: "mounts", text: program("lustre-efa.sh", {}) });
  return { ...mount, clientSteps };
}
