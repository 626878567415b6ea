import type {
  BootStep,
  Capacity,
  GpuNodePool,
  GpuSharing,
  IBucket,
  IClusterNetwork,
  ILustreStorage,
  Image,
  InfiniBandFabric,
  KubeRayCluster,
  NvmeCache,
  Placement,
  PoolMount,
} from "../../../clouds/default-cloud";
import type { ArgsOf, InputsOf, OutputArgs } from "../../components/construct-args";

/** What args of AWS' components may hold. */
export interface AwsArgTypes {
  readonly components: {
    readonly network: IClusterNetwork;
    readonly pool: GpuNodePool;
    readonly fabric: InfiniBandFabric;
    readonly lustre: ILustreStorage;
    readonly bucket: IBucket;
    readonly ray: KubeRayCluster;
  };
  readonly opaque: Capacity | Image | Placement | NvmeCache | GpuSharing | PoolMount | BootStep;
}

/** Args of a component of AWS. */
export type ConstructArgs<Props, Outputs extends OutputArgs<Props>> = ArgsOf<AwsArgTypes, Props, Outputs>;

/** Some props of a construct, with Inputs where its table allows them: what an architecture hands on to a part. */
export type InputsIn<Props, Table> = InputsOf<AwsArgTypes, Props, Table>;
