import type { PoolMount } from "../../shared/boot-step";

export interface MountOptions {
  /** @default false */
  readonly readOnly?: boolean;
}

/** A Lustre file system, made here or imported. */
export interface ILustreStorage {
  /** Name in the model. */
  readonly name: string;
  readonly fileSystemId: string;
  readonly dnsName: string;
  /** Lustre's name of the file system, which mounting needs beside the DNS name. */
  readonly mountName: string;
  /** Null where it is elastic or unknown. */
  readonly capacityGiB: number | null;
  /** What a pool needs to mount it at `path`. */
  mount(path: string, options?: MountOptions): PoolMount;
}
