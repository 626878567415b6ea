import type { IConstruct } from "constructs";
import type { MountOptions, PoolMount } from "../shared/mount";

/** A Managed Lustre file system, made here or imported. */
export interface ILustreStorage extends IConstruct {
  /** Name in the model. */
  readonly name: string;
  /** The file system at an absolute path of nodes. */
  mount(path: string, options?: MountOptions): PoolMount;
}
