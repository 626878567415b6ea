import type { IConstruct } from "constructs";
import type { MountOptions, PoolMount } from "../shared/mount";

/** A file system for homes: NetApp Files or Azure Files. */
export interface ISharedHome extends IConstruct {
  /** Name in the model. */
  readonly name: string;
  /** The file system at an absolute path of nodes, such as /home. */
  mount(path: string, options?: MountOptions): PoolMount;
}
