/** Grafana over the head's Prometheus. No distribution has it, so it comes from a package that you name, or is in your image. */
export interface SlurmGrafanaProps {
  /**
   * Address of its Debian package for the head's architecture, `https://`: Grafana Labs' own, or a mirror's. The head installs it
   * only if it has the checksum in `packageSha256`; another one is an upgrade, within a minute.
   * @default - it is in the image, which `slurmPackages: "image"` is needed for
   * @see https://grafana.com/grafana/download
   */
  readonly packageUrl?: string;
  /** SHA-256 of that package, 64 hexadecimal digits, as its maker states it. @default - required with `packageUrl` */
  readonly packageSha256?: string;
}

/**
 * Prometheus on the head, with node_exporter on every node, NVIDIA's DCGM exporter on nodes with GPUs, Slurm's own metrics,
 * alerts and dashboards. It listens on the head only: forward its port by Session Manager.
 */
export interface SlurmMonitoringProps {
  /** Days that metrics are kept, 1 to 3650. @default 30 */
  readonly retentionDays?: number;
  /**
   * Space that metrics may take on the state volume, GiB, 1 to half of it; the oldest go first. A node with 192
   * CPUs and 8 GPUs comes to some 6,000 series (13 a CPU, 37 a network interface and 22 an EFA device), about 26 MB a day while it
   * runs, at a sample in 30 s and the 1 to 2 bytes a sample that Prometheus states.
   * @default - a quarter of the state volume
   * @see https://prometheus.io/docs/prometheus/latest/storage/#operational-aspects
   */
  readonly storageGiB?: number;
  /**
   * Grafana next to it, with dashboards of Slurm, nodes and GPUs. The head makes its administrator's password on the first boot, in
   * Secrets Manager.
   * @default - none: Prometheus' own pages
   */
  readonly grafana?: SlurmGrafanaProps;
  /**
   * ARN of the SNS topic that alerts go to, by Alertmanager on the head; `topic.arn` of a ClusterMonitoring's, or one of yours.
   * @default - alerts are shown, and sent nowhere
   * @see https://prometheus.io/docs/alerting/latest/configuration/#sns_config
   */
  readonly alarmTopicArn?: string;
  /** ARN of the KMS key that the topic is encrypted with. @default - not encrypted with a key of yours */
  readonly alarmTopicKmsKeyArn?: string;
}
