import type { PoolMount } from "../../shared/boot-step";
import type { MountOptions } from "../lustre/i-lustre-storage";

/** Home directories that nodes share, whatever serves them. */
export interface ISharedHome {
  /** Name in the model. */
  readonly name: string;
  /** What a pool needs to mount them at `path`. */
  mount(path: string, options?: MountOptions): PoolMount;
}
