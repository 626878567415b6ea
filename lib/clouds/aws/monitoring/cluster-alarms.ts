import type { CloudwatchMetricAlarmConfig } from "@cdktf/provider-aws/lib/cloudwatch-metric-alarm";
import { CloudwatchMetricAlarm } from "@cdktf/provider-aws/lib/cloudwatch-metric-alarm";
import { Construct } from "constructs";
import { GIB } from "../../../units/bytes";
import { counted } from "../../../units/quantity";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { ILustreStorage } from "../storage/lustre/i-lustre-storage";
import type { MonitoringDefinition } from "./define-monitoring";
import { GPU_METRICS } from "./gpu-metrics";

/** Longest period that idle minutes are a multiple of, so that an alarm looks at few points. */
const IDLE_PERIOD_SECONDS = 300;

/** A query that gives one series a node; the alarm names the nodes that are beyond the threshold. */
function perNode(statistic: "MAX" | "MIN", metric: string, clusterName: string): string {
  return `SELECT ${statistic}(${metric}) FROM "${GPU_METRICS.namespace(clusterName)}" GROUP BY ${GPU_METRICS.nodeDimension}`;
}

export interface ClusterAlarmsProps {
  readonly network: IClusterNetwork;
  readonly fileSystems: readonly ILustreStorage[];
  readonly of: MonitoringDefinition;
  readonly topicArn: string;
}

/** The alarms of a cluster. Nodes come and go, so those on nodes watch whatever a query finds. */
export class ClusterAlarms extends Construct {
  public readonly alarms: readonly CloudwatchMetricAlarm[];
  private readonly made: CloudwatchMetricAlarm[] = [];

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ClusterAlarmsProps,
  ) {
    super(scope, id);
    this.nodeAlarms();
    this.lustreAlarms();
    this.alarms = this.made;
  }

  private nodeAlarms(): void {
    const { idleGpuMinutes: idleMinutes, idleGpuPercent, maxGpuTemperatureCelsius: temperature } = this.props.of;
    if (idleMinutes !== null) {
      this.onNodes("idle-gpus", "MAX", GPU_METRICS.utilization, {
        alarmDescription: `a node's busiest GPU has been below ${idleGpuPercent} % for ${counted(idleMinutes, "minutes")}: it costs money and does nothing`,
        comparisonOperator: "LessThanThreshold",
        threshold: idleGpuPercent,
        period: IDLE_PERIOD_SECONDS,
        evaluationPeriods: (idleMinutes * 60) / IDLE_PERIOD_SECONDS,
      });
    }
    if (temperature !== null) {
      this.onNodes("gpu-temperature", "MAX", GPU_METRICS.temperature, {
        alarmDescription: `a GPU has been hotter than ${temperature} °C for five minutes: it slows down, and the whole job with it`,
        comparisonOperator: "GreaterThanThreshold",
        threshold: temperature,
        evaluationPeriods: 5,
      });
    }
    this.onNodes("gpu-ecc", "MAX", GPU_METRICS.eccUncorrected, {
      alarmDescription: "a GPU has uncorrected memory errors: drain the node and have it replaced",
      comparisonOperator: "GreaterThanThreshold",
      threshold: 0,
      evaluationPeriods: 1,
    });
    this.onNodes("node-unhealthy", "MAX", GPU_METRICS.nodeUnhealthy, {
      alarmDescription: "a node fails its health check; log stream <instance>/health says why",
      comparisonOperator: "GreaterThanOrEqualToThreshold",
      threshold: 1,
      evaluationPeriods: 3,
    });
    this.alarm("gpu-xid", {
      alarmDescription:
        "a GPU has reported an XID after which it must not take work; log stream <instance>/gpu-kernel has it",
      namespace: GPU_METRICS.namespace(this.props.network.clusterName),
      metricName: GPU_METRICS.fatalXid,
      statistic: "Sum",
      period: 60,
      evaluationPeriods: 1,
      comparisonOperator: "GreaterThanOrEqualToThreshold",
      threshold: 1,
    });
  }

  private lustreAlarms(): void {
    const percent = this.props.of.lustreFullPercent;
    if (percent === null) return;
    for (const fileSystem of this.props.fileSystems) {
      // Elastic file systems do not fill up; of imported ones the capacity must be said.
      if (fileSystem.capacityGiB === null) continue;
      this.alarm(`lustre-full-${fileSystem.name}`, {
        alarmDescription: `${fileSystem.name} is more than ${percent} % full: writes slow down before they fail`,
        namespace: "AWS/FSx",
        metricName: "FreeDataStorageCapacity",
        dimensions: { FileSystemId: fileSystem.fileSystemId },
        // One sample a minute and storage target; the sum of one minute is what is free in all.
        statistic: "Sum",
        period: 60,
        evaluationPeriods: 5,
        comparisonOperator: "LessThanThreshold",
        threshold: Math.floor((fileSystem.capacityGiB * GIB * (100 - percent)) / 100),
      });
    }
  }

  private onNodes(
    id: string,
    statistic: "MAX" | "MIN",
    metric: string,
    config: Pick<
      CloudwatchMetricAlarmConfig,
      "alarmDescription" | "comparisonOperator" | "threshold" | "evaluationPeriods" | "period"
    >,
  ): void {
    const { period = 60, ...rest } = config;
    const expression = perNode(statistic, metric, this.props.network.clusterName);
    this.alarm(id, { ...rest, metricQuery: [{ id: "nodes", expression, period, returnData: true }] });
  }

  private alarm(id: string, config: Omit<CloudwatchMetricAlarmConfig, "alarmName">): void {
    const { network, topicArn } = this.props;
    this.made.push(
      new CloudwatchMetricAlarm(this, id, {
        ...config,
        alarmName: `${network.clusterName}-${id}`,
        // Nodes that are not there report nothing, which is no fault.
        treatMissingData: "notBreaching",
        alarmActions: [topicArn],
        okActions: [topicArn],
        tags: network.tagsFor(id),
      }),
    );
  }
}
