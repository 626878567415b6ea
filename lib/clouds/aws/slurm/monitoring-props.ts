/** Grafana for the Prometheus on the head. No distribution packages it: name a package, or include it in your image. */
export interface SlurmGrafanaProps {
  /**
   * URL (`https://`) of the Debian package for the head's architecture, from Grafana Labs or a mirror. The head installs it only if
   * its checksum is `packageSha256`. A new URL upgrades Grafana within a minute.
   * @default - Grafana is in the image; requires `slurmPackages: "image"`
   * @see https://grafana.com/grafana/download
   */
  readonly packageUrl?: string;
  /** SHA-256 of that package, 64 hexadecimal digits, as its vendor publishes it. @default - required with `packageUrl` */
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
   * Maximum size of the metrics on the state volume, GiB, 1 to half of the volume; the oldest are deleted first. A node with 192
   * CPUs and 8 GPUs comes to some 6,000 series (13 per CPU, 37 per network interface and 22 per EFA device), about 26 MB per day
   * while it runs, with a sample every 30 s and the 1 to 2 bytes per sample that Prometheus documents.
   * @default - a quarter of the state volume
   * @see https://prometheus.io/docs/prometheus/latest/storage/#operational-aspects
   */
  readonly storageGiB?: number;
  /**
   * Grafana on the head, with dashboards of Slurm, nodes and GPUs. The head generates the administrator's password at first boot
   * and stores it in Secrets Manager.
   * @default - none: Prometheus' own pages
   */
  readonly grafana?: SlurmGrafanaProps;
  /**
   * ARN of the SNS topic to which Alertmanager on the head sends alerts: `topic.arn` of a ClusterMonitoring, or your own.
   * @default - alerts are shown in Prometheus and not sent
   * @see https://prometheus.io/docs/alerting/latest/configuration/#sns_config
   */
  readonly alarmTopicArn?: string;
  /** ARN of the KMS key of that topic. @default - the topic has no customer managed key */
  readonly alarmTopicKmsKeyArn?: string;
}
