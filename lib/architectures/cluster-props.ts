import type { Cloud, Kind, PropsOf } from "../clouds/cloud";
import type { DefaultCloud } from "../clouds/default-cloud";
import type { ClusterPlace } from "./cluster-place";
import type { OwnProps } from "./derived-props";

/** Props of all architectures in addition to their workload. */
export interface ClusterProps<C extends Cloud = DefaultCloud> extends ClusterPlace<C> {
  /** Instance type of the nodes. @default - the cheapest that meets the deadline or the latency objectives */
  readonly instanceType?: string;
  /**
   * Capacity sources of the nodes, in order of preference; sizing uses the price of the first.
   * @default - on-demand; spot and then on-demand for a FineTuningCluster
   */
  readonly capacity?: Kind<C, "capacity">;
  /** Bucket for persistent data: datasets, checkpoints, adapters, weights. @default - one is created */
  readonly bucket?: Kind<C, "bucket">;
  /** Additional props of the pool; `mounts` are added to those of the architecture. @default - none */
  readonly pool?: OwnProps<"pool", PropsOf<C, "GpuNodePool">>;
  /** Props of the monitoring. @default - a budget of the monthly cost plus 10 % */
  readonly monitoring?: OwnProps<"monitoring", PropsOf<C, "ClusterMonitoring">>;
}
