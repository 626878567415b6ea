import type { Problems } from "../../errors";
import type { SlurmHeadNodeProps } from "../slurm-head-node-props";
import { isKnown } from "../terraform-text";

/**
 * Prometheus on the head, with node_exporter on every machine, NVIDIA's DCGM exporter on nodes with GPUs, Slurm's own metrics,
 * alerts and dashboards. It listens on the head only: forward its port by Session Manager.
 */
export interface SlurmMonitoringProps {
  /** Days that metrics are kept, 1 to 3650. @default 30 */
  readonly retentionDays?: number;
  /**
   * Space that metrics may take on the state volume, GiB, 1 to half of it; the oldest go first. A node with 192
   * CPUs and 8 GPUs comes to some 5,000 series (13 a CPU and 37 a network interface), about 22 MB a day while it runs, at a sample
   * in 30 s and the 1 to 2 bytes a sample that Prometheus states.
   * @default - a quarter of the state volume
   * @see https://prometheus.io/docs/prometheus/latest/storage/#operational-aspects
   */
  readonly storageGiB?: number;
}

const DEFAULT_DAYS = 30;
const DEFAULT_VOLUME_GIB = 100;

/** Of a volume whose size only Terraform knows, the default's. */
const volumeGiB = ({ stateVolumeGiB: size }: SlurmHeadNodeProps): number =>
  size !== undefined && isKnown(size) ? size : DEFAULT_VOLUME_GIB;

/** Shell variables for `monitor-head` and `monitor-node`. */
export function monitoringSettings(props: SlurmHeadNodeProps): Record<string, string> {
  const { monitoring } = props;
  if (monitoring === undefined) return { MONITORING: "no" };
  return {
    MONITORING: "yes",
    METRICS_DAYS: String(monitoring.retentionDays ?? DEFAULT_DAYS),
    METRICS_GIB: String(monitoring.storageGiB ?? Math.floor(volumeGiB(props) / 4)),
  };
}

/** What can be wrong with `monitoring`. */
export function checkMonitoring(props: SlurmHeadNodeProps, problems: Problems): void {
  const { monitoring, sharedStatePath } = props;
  if (monitoring === undefined) return;
  const { retentionDays, storageGiB } = monitoring;
  checkWhole(problems, "monitoring.retentionDays", retentionDays, 3650, DEFAULT_DAYS);
  const half = Math.floor(volumeGiB(props) / 2);
  checkWhole(problems, "monitoring.storageGiB", storageGiB, half, Math.ceil(half / 2));
  if (sharedStatePath !== undefined) {
    problems.add(
      "conflict",
      "monitoring",
      "monitoring needs the head's state volume, which sharedStatePath replaces, since Prometheus can't keep its data on NFS; use ClusterMonitoring",
    );
  }
}

function checkWhole(problems: Problems, path: string, value: number | undefined, max: number, use: number): void {
  if (value === undefined || !isKnown(value)) return;
  if (Number.isInteger(value) && value >= 1 && value <= max) return;
  problems.add("out-of-range", path, `${path} must be a whole number from 1 to ${max}, got ${value}; use ${use}`);
}
