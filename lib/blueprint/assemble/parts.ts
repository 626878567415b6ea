import type { InfiniBandFabric } from "../../clouds/aws/fabric/infiniband-fabric";
import type { IClusterNetwork } from "../../clouds/aws/network/i-cluster-network";
import type { GpuNodePool } from "../../clouds/aws/pools/gpu-node-pool";
import type { Buckets, FileSystems } from "./assemble-storage";
import type { Named } from "./workshop";

/** What a blueprint has so far. */
export interface Parts {
  readonly network: IClusterNetwork;
  readonly fabric: InfiniBandFabric | undefined;
  readonly buckets: Buckets;
  readonly fileSystems: FileSystems;
  readonly pools: Named<GpuNodePool>;
}
