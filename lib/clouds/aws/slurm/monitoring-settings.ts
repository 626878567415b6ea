import type { Problems } from "../../../errors";
import { part, say } from "../../../remedies/sentence";
import { isKnown } from "../../common/terraform-text";
import type { PolicyStatement } from "../shared/policy";
import type { SlurmMonitoringProps } from "./monitoring-props";
import { defaultMetricsGiB, STATE_GIB } from "./slurm-head-defaults";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";

const DEFAULT_DAYS = 30;

/** Of a volume whose size only Terraform knows, the default's. */
const volumeGiB = ({ stateVolumeGiB: size }: SlurmHeadNodeProps): number =>
  size !== undefined && isKnown(size) ? size : STATE_GIB;

/** Shell variables for `monitor-head`, `monitor-grafana` and `monitor-node`. */
export function monitoringSettings(props: SlurmHeadNodeProps, grafanaSecretArn: string): Record<string, string> {
  const { monitoring } = props;
  if (monitoring === undefined) return { MONITORING: "no" };
  const { grafana } = monitoring;
  return {
    ALARM_TOPIC: monitoring.alarmTopicArn ?? "",
    GRAFANA: grafana === undefined ? "no" : "yes",
    GRAFANA_URL: grafana?.packageUrl ?? "",
    GRAFANA_SHA256: grafana?.packageSha256?.toLowerCase() ?? "",
    GRAFANA_SECRET: grafanaSecretArn,
    MONITORING: "yes",
    METRICS_DAYS: String(monitoring.retentionDays ?? DEFAULT_DAYS),
    METRICS_GIB: String(monitoring.storageGiB ?? defaultMetricsGiB(volumeGiB(props))),
  };
}

/** What the head needs to send its alerts. */
export function alarmStatements(monitoring: SlurmMonitoringProps | undefined): PolicyStatement[] {
  const { alarmTopicArn, alarmTopicKmsKeyArn } = monitoring ?? {};
  if (alarmTopicArn === undefined) return [];
  return [
    { Sid: "SendAlerts", Effect: "Allow", Action: ["sns:Publish"], Resource: [alarmTopicArn] },
    // https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html
    ...(alarmTopicKmsKeyArn === undefined
      ? []
      : [
          {
            Sid: "AlertsKey",
            Effect: "Allow" as const,
            Action: ["kms:Decrypt", "kms:GenerateDataKey"],
            Resource: [alarmTopicKmsKeyArn],
          },
        ]),
  ];
}

/** What can be wrong with `monitoring`. */
export function checkMonitoring(props: SlurmHeadNodeProps, problems: Problems): void {
  const { monitoring, sharedStatePath } = props;
  if (monitoring === undefined) return;
  const { storageGiB } = monitoring;
  const half = Math.floor(volumeGiB(props) / 2);
  if (storageGiB !== undefined && isKnown(storageGiB) && storageGiB > half) {
    problems.add(
      "out-of-range",
      "monitoring.storageGiB",
      `monitoring.storageGiB must be at most ${half}, half of the state volume, got ${storageGiB}; use ${Math.ceil(half / 2)}`,
    );
  }
  checkGrafana(props, problems);
  checkAlarmTopic(monitoring, problems);
  if (sharedStatePath !== undefined) {
    problems.add(
      "conflict",
      "monitoring",
      say`monitoring needs the head's state volume, which sharedStatePath replaces, since Prometheus cannot keep its data on NFS; use ${part("monitoring")}`,
    );
  }
}

function checkAlarmTopic(monitoring: SlurmMonitoringProps, problems: Problems): void {
  const { alarmTopicArn: topic, alarmTopicKmsKeyArn: key } = monitoring;
  if (topic !== undefined && isKnown(topic) && !/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/.test(topic)) {
    problems.add(
      "malformed",
      "monitoring.alarmTopicArn",
      `monitoring.alarmTopicArn must be the ARN of a standard SNS topic, got "${topic}"; use "arn:aws:sns:us-east-2:123456789012:alarms", for example`,
    );
  }
  if (topic === undefined && key !== undefined) {
    problems.add(
      "conflict",
      "monitoring.alarmTopicKmsKeyArn",
      "monitoring.alarmTopicKmsKeyArn is the key of a topic, and no topic is given; give alarmTopicArn, or leave it out",
    );
  }
}

function checkGrafana({ monitoring, slurmPackages }: SlurmHeadNodeProps, problems: Problems): void {
  const grafana = monitoring?.grafana;
  if (grafana === undefined) return;
  const { packageUrl, packageSha256 } = grafana;
  if (packageUrl === undefined && slurmPackages !== "image") {
    problems.add(
      "required",
      "monitoring.grafana.packageUrl",
      "monitoring.grafana.packageUrl is required, since no distribution has Grafana; give the address of its Debian package from https://grafana.com/grafana/download",
    );
  }
  if (packageUrl !== undefined && packageSha256 === undefined) {
    problems.add(
      "required",
      "monitoring.grafana.packageSha256",
      "monitoring.grafana.packageSha256 is required with packageUrl, so that the head installs the package you mean; give the checksum that its maker states",
    );
  }
}
