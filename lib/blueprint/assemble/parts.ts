import type { Part } from "../../clouds/cloud";
import type { DefaultCloud, IClusterNetwork } from "../../clouds/default-cloud";
import type { Buckets, FileSystems } from "./assemble-storage";
import type { Named } from "./emitter";

type GpuNodePool = Part<DefaultCloud, "GpuNodePool">;
type InfiniBandFabric = Part<DefaultCloud, "InfiniBandFabric">;

/** What a blueprint has so far. */
export interface Parts {
  readonly network: IClusterNetwork;
  readonly fabric: InfiniBandFabric | undefined;
  readonly buckets: Buckets;
  readonly fileSystems: FileSystems;
  readonly pools: Named<GpuNodePool>;
}
