import type { Cloud, Kind, PropsOf } from "../clouds/cloud";
import type { DefaultCloud } from "../clouds/default-cloud";
import type { ClusterPlace } from "./cluster-place";
import type { OwnProps } from "./derived-props";

/** What all architectures take in addition to their workload. */
export interface ClusterProps<C extends Cloud = DefaultCloud> extends ClusterPlace<C> {
  /** Instance type of the nodes. @default - the cheapest that meets the deadline or the latency objectives */
  readonly instanceType?: string;
  /**
   * Where nodes come from; the first source's price decides the sizing.
   * @default - on-demand; spot and then on-demand for a FineTuningCluster
   */
  readonly capacity?: Kind<C, "capacity">;
  /** Bucket of what must outlive the nodes: datasets, checkpoints, adapters, weights. @default - one is made */
  readonly bucket?: Kind<C, "bucket">;
  /** Props of the pool, in addition to those that are derived; mounts come on top of the architecture's. @default - none */
  readonly pool?: OwnProps<"pool", PropsOf<C, "GpuNodePool">>;
  /** Props of the monitoring. @default - a budget of what everything costs a month, and a tenth */
  readonly monitoring?: OwnProps<"monitoring", PropsOf<C, "ClusterMonitoring">>;
}
