import type { Capacity, ClusterMonitoringProps, GpuNodePoolProps, IBucket } from "../clouds/default-cloud";
import type { ClusterPlace } from "./cluster-place";
import type { OwnProps } from "./derived-props";

/** What all architectures take beside their workload. */
export interface ClusterProps extends ClusterPlace {
  /** EC2 instance type of the nodes. @default - the cheapest that meets the deadline or the latency objectives */
  readonly instanceType?: string;
  /**
   * Where nodes come from; the first source's price decides the sizing.
   * @default - on-demand; spot and then on-demand for a FineTuningCluster
   */
  readonly capacity?: readonly Capacity[];
  /** Bucket of what must outlive the nodes: datasets, checkpoints, adapters, weights. @default - one is made */
  readonly bucket?: IBucket;
  /** Props of the pool beside those that are derived; mounts come on top of the architecture's. @default - none */
  readonly pool?: OwnProps<"pool", GpuNodePoolProps>;
  /** Props of the monitoring. @default - a budget of what everything costs a month, and a tenth */
  readonly monitoring?: OwnProps<"monitoring", ClusterMonitoringProps>;
}
