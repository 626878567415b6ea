import type {
  AzureCloud,
  Capacity,
  CheckpointBucket,
  GpuNodePool,
  GpuSharing,
  IClusterNetwork,
  ILustreStorage,
  InfiniBandFabric,
  PoolMount,
} from "../../../clouds/azure-cloud";
import type { Part } from "../../../clouds/cloud";
import type { ArgsOf, InputsOf, OutputArgs } from "../../components/construct-args";

/** What args of Azure's components may hold. */
export interface AzureArgTypes {
  readonly components: {
    readonly network: IClusterNetwork;
    readonly pool: GpuNodePool;
    readonly fabric: InfiniBandFabric;
    readonly bucket: CheckpointBucket;
    readonly ray: Part<AzureCloud, "KubeRayCluster">;
    readonly lustre: ILustreStorage;
  };
  readonly opaque: Capacity | GpuSharing | PoolMount;
}

/** Args of a component of Azure. */
export type ConstructArgs<Props, Outputs extends OutputArgs<Props>> = ArgsOf<AzureArgTypes, Props, Outputs>;

/** Some props of a construct, with Inputs where its table allows them: what an architecture hands on to a part. */
export type InputsIn<Props, Table> = InputsOf<AzureArgTypes, Props, Table>;
