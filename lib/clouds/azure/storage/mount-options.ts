import { optional, type Table } from "../../../props/field";
import { flag } from "../../../props/simple-fields";
import { requireProps } from "../../common/check-props";
import { checkMountPath } from "../../common/mount-paths";
import type { MountOptions } from "../shared/mount";

/** What mounts take in addition to their path. */
const MOUNT = { readOnly: optional(flag(), false) } satisfies Table<MountOptions>;

/**
 * Whether a mount is read-only.
 * @throws WarpformError where path or options are wrong
 */
export function checkMount(where: string, path: string, options: MountOptions): { readonly readOnly: boolean } {
  checkMountPath(where, path);
  requireProps(`${where}.mount`, MOUNT, options);
  return { readOnly: options.readOnly ?? MOUNT.readOnly.default };
}
