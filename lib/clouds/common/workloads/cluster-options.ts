/** How teams share the pools. */
export interface QueueOptions {
  /**
   * Who holds the queues. `kueue`: quotas by pool, workloads wait as a whole before they get pods, and pods over a fabric are placed
   * by the layers of the network where all of their pool's nodes stand (managed node groups of a block or of a fixed size).
   * `kai`: NVIDIA's (once Run:ai's) scheduler in the place of Kubernetes' own: gangs, reclaim and fair sharing by GPU, over all pools
   * together; Ray clusters in a queue may scale.
   * @default kueue
   */
  readonly scheduler?: "kueue" | "kai";
  /** Teams. */
  readonly teams: readonly {
    /** Name of the team. */
    readonly name: string;
    /** Kubernetes namespace of the team. @default team-<name> */
    readonly namespace?: string;
    /** GPU quota of the team per pool, whole GPUs by pool name; the quotas of a pool must not exceed its GPUs, and teams can borrow the rest. */
    readonly gpus: Readonly<Record<string, number>>;
    /** Weight of the team when unused GPUs are shared. @default 1 */
    readonly weight?: number;
    /** Whether it may use what others leave. @default true */
    readonly borrowing?: boolean;
  }[];
}

/** Prometheus, Grafana and what is measured of GPUs. */
export interface MonitoringOptions {
  /** Disk of Prometheus, GiB, 10 to 16384. @default 100 */
  readonly storageGiB?: number;
  /** Days that metrics are kept, 1 to 365. @default 15 */
  readonly retentionDays?: number;
  /** Minutes a GPU that a pod holds may idle before recipients are notified. @default 30 */
  readonly idleGpuMinutes?: number;
  /** Hours a workload may wait in a queue, or a pod for a node, before recipients are notified, 1 to 720. @default 4 */
  readonly queueHours?: number;
}
