import { optional, type Table } from "../../../props/field";
import { flag } from "../../../props/simple-fields";
import type { MountOptions } from "./lustre/i-lustre-storage";

/** What the mounts of file systems take beside their path. */
export const MOUNT = { readOnly: optional(flag(), false) } satisfies Table<MountOptions>;
