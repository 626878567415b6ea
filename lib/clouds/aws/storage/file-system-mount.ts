import type { IConstruct } from "constructs";
import { withDefaults } from "../../../props/with-defaults";
import { requireProps } from "../../common/check-props";
import { checkMountPath } from "../../common/mount-paths";
import type { PoolMount } from "../shared/boot-step";
import { program } from "../shared/program-text";
import type { MountOptions } from "./lustre/i-lustre-storage";
import { MOUNT } from "./mount-table";

/** What mounting a network file system takes, whatever its protocol. */
export interface MountTarget {
  /** Name in the model, and in the boot step. */
  readonly name: string;
  /** The construct of the file system. */
  readonly source: IConstruct;
  readonly clientSecurityGroupId: string | undefined;
  readonly availabilityZones: readonly string[];
}

/** The mount of a file system at a path, by a program that takes `MOUNT_PATH`, `ACCESS` and the protocol's own settings. */
export function fileSystemMount(
  target: MountTarget,
  path: string,
  options: MountOptions,
  programName: string,
  settings: Record<string, string>,
): PoolMount {
  const where = `mount of "${target.name}"`;
  checkMountPath(where, path);
  requireProps(where, MOUNT, options);
  const { readOnly } = withDefaults(MOUNT, options);
  return {
    fileSystem: target.name,
    path,
    readOnly,
    source: target.source,
    bootStep: {
      // ids of file systems may have dots and underscores, which names of steps may not
      name: `mount-${target.name.replaceAll(/[^A-Za-z0-9-]/g, "-")}`,
      phase: "mounts",
      text: program(programName, { ...settings, MOUNT_PATH: path, ACCESS: readOnly ? "ro" : "rw" }),
    },
    clientSecurityGroupId: target.clientSecurityGroupId,
    availabilityZones: target.availabilityZones,
  };
}
