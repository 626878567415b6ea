import type { NodePool } from "../../../model/model";
import type { IClusterNetwork } from "../network/i-cluster-network";

/** A pool whose nodes can be monitored: a GpuNodePool. */
export interface MonitoredPool {
  readonly name: string;
  readonly fabric?: object;
  readonly identity: { readonly clientId: string; readonly principalId: string };
  addBootStep(script: string): void;
  /** Calls this with the head of the pool's Slurm cluster, now or once it exists. */
  onHead?(watch: (head: MonitoredHead) => void): void;
  describe(): Pick<NodePool, "adoptedBy">;
}

/** The head of a Slurm cluster, which sends metrics too. */
export interface MonitoredHead {
  readonly name: string;
  /** Whom the head acts as. */
  readonly headIdentity: MonitoredPool["identity"];
  sendMetrics(to: { readonly writeUrl: string; readonly intervalSeconds: number }): void;
}

export interface ClusterMonitoringProps {
  /** Network of the cluster. */
  readonly network: IClusterNetwork;
  /** Pools whose nodes send metrics to Azure Monitor: those of fleets and of Slurm, whose head sends its own too. Pools on AKS have the monitoring of `KubeRayCluster`. */
  readonly pools: readonly MonitoredPool[];
  /** Minutes for which a node's GPUs must idle before the alert, 5 to 180; 0 for no alert. @default 30 */
  readonly idleGpuMinutes?: number;
  /** GPU utilization, percent, 1 to 50, below which a node is idle; its busiest GPU counts. @default 5 */
  readonly idleGpuPercent?: number;
  /** GPU temperature, °C, above which an alert fires, 40 to 110; 0 for none. @default 85 */
  readonly maxGpuTemperatureCelsius?: number;
  /** Fill of a mounted Lustre file system, percent, above which an alert fires, 50 to 99; 0 for none. @default 85 */
  readonly lustreFullPercent?: number;
  /**
   * Monthly budget of all resources with the cluster's tag `warpform:cluster`, in the currency of the subscription's bill. Emails at 80 and
   * 100 percent of the budget, and when the forecast of the month exceeds it; needs `emails` and `budgetStartsOn`.
   * @default - no budget
   */
  readonly monthlyBudgetUsd?: number;
  /** First day of the month from which the budget counts, `2026-12-01`: Azure requires a date and rejects past months. */
  readonly budgetStartsOn?: string;
  /** Addresses that get a mail for each alert. @default - none */
  readonly emails?: readonly string[];
  /** Seconds between measurements, 15 to 300. Azure charges by the number of samples. @default 60 */
  readonly intervalSeconds?: number;
  /** Whether to create an Azure Managed Grafana for the metrics, administered by the identity that applies the stack. @default true */
  readonly dashboard?: boolean;
  /** Region of Grafana, where the network's has none. @default - the network's */
  readonly dashboardRegion?: string;
}
