import type { IConstruct } from "constructs";
import type { Bucket, Mountable, Network, Pool } from "../../clouds/part-kinds";
import type { Named } from "./emitter";

export type Buckets = Named<Bucket>;
export type FileSystems = Named<Mountable>;

/** What a blueprint has so far. */
export interface Parts {
  readonly network: Network;
  readonly fabric: IConstruct | undefined;
  readonly buckets: Buckets;
  readonly fileSystems: FileSystems;
  readonly pools: Named<Pool>;
}
