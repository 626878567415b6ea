import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { CloudwatchMetricAlarm } from "@cdktf/provider-aws/lib/cloudwatch-metric-alarm";
import { Construct } from "constructs";
import { slurmPaths } from "../../../../slurm/files/program-paths";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import type { PolicyStatement } from "../../shared/policy";
import type { SlurmCloudWatchProps } from "./cloud-watch-props";

/** Days that logs are kept where nothing is said. */
export const LOG_DAYS = 365;

/** What reconcile sends, each minute; see lib/slurm/programs/watch/cloud_metrics.py. */
export const slurmNamespace = (clusterName: string): string => `warpform/${clusterName}/slurm`;
export const logGroupName = (clusterName: string): string => `/warpform/${clusterName}/slurm`;

/** Alarms by id. Values are those of the last minute, and 0 is good. */
const ALARMS = [
  {
    id: "launches-stopped",
    metric: "LaunchesStopped",
    says: "Slurm launches no nodes from a source after failed boots in a row; fix the cause, then run launches --allow POOL on the head",
  },
  {
    id: "repairs-held-back",
    metric: "RepairsHeldBack",
    says: "the Slurm head ends and starts no node, since its state can't be true or too many nodes are unhealthy at once; see reconcile.log, then run reconcile --accept on the head",
  },
  {
    id: "sync-failed",
    metric: "SyncFailed",
    says: "the Slurm head does not take over an apply; systemctl status warpform-sync says which step fails",
  },
] as const;

/** Programs whose logs are sent; each is a stream of its own, since the agent sends only the newest of the files of a pattern. */
const PROGRAMS = [
  "resume",
  "suspend",
  "reconcile",
  "block-watch",
  "ec2-events",
  "install-conf",
  "topology-refresh",
  "launches",
  "sync",
];

/** When three of the last five minutes count something. */
const ON_COUNT = {
  statistic: "Maximum",
  comparisonOperator: "GreaterThanOrEqualToThreshold",
  threshold: 1,
  evaluationPeriods: 5,
  datapointsToAlarm: 3,
  treatMissingData: "ignore",
} as const;

/** When nothing is reported for 15 minutes. */
const ON_SILENCE = {
  statistic: "SampleCount",
  comparisonOperator: "LessThanThreshold",
  threshold: 1,
  evaluationPeriods: 15,
  treatMissingData: "breaching",
} as const;

/**
 * The log group, the alarms, and what head and login nodes need to fill them.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-Agent-Configuration-File-Details.html
 */
export class SlurmCloudWatch extends Construct {
  public readonly logGroup: CloudwatchLogGroup;

  constructor(
    scope: Construct,
    id: string,
    private readonly network: IClusterNetwork,
    props: SlurmCloudWatchProps,
    kmsKeyArn: string,
  ) {
    super(scope, id);
    const { clusterName } = network;
    this.logGroup = new CloudwatchLogGroup(this, "logs", {
      name: logGroupName(clusterName),
      retentionInDays: props.logRetentionDays ?? LOG_DAYS,
      kmsKeyId: kmsKeyArn,
      tags: network.tagsFor("slurm-logs"),
    });
    for (const { id: alarmId, metric, says } of ALARMS) this.alarm(props, alarmId, metric, says, ON_COUNT);
    const silent = "the Slurm head has not reconciled for 15 minutes: it is down, or cannot reach CloudWatch";
    this.alarm(props, "head-silent", "LaunchesStopped", silent, ON_SILENCE);
  }

  private alarm(
    { alarmTopicArn }: SlurmCloudWatchProps,
    id: string,
    metricName: string,
    alarmDescription: string,
    when: typeof ON_COUNT | typeof ON_SILENCE,
  ): void {
    const { network } = this;
    const actions = alarmTopicArn === undefined ? undefined : [alarmTopicArn];
    new CloudwatchMetricAlarm(this, id, {
      alarmName: `${network.clusterName}-slurm-${id}`,
      alarmDescription,
      namespace: slurmNamespace(network.clusterName),
      metricName,
      period: 60,
      alarmActions: actions,
      okActions: actions,
      tags: network.tagsFor(`slurm-${id}`),
      ...when,
    });
  }

  public metricStatements(): PolicyStatement[] {
    return [
      {
        Sid: "Alarms",
        Effect: "Allow",
        Action: ["cloudwatch:PutMetricData"],
        Resource: ["*"],
        Condition: { StringEquals: { "cloudwatch:namespace": slurmNamespace(this.network.clusterName) } },
      },
    ];
  }

  public logStatements(): PolicyStatement[] {
    return [
      {
        Sid: "Logs",
        Effect: "Allow",
        Action: ["logs:CreateLogStream", "logs:PutLogEvents", "logs:DescribeLogStreams"],
        Resource: [this.logGroup.arn, `${this.logGroup.arn}:*`],
      },
    ];
  }
}

/** The agent's configuration for head and login nodes, with a stream per file: `<instance>/slurmctld`. */
export function agentLogs(clusterName: string): string {
  const files = [
    ...["slurmctld", "slurmdbd"].map((name) => ({ file: `${slurmPaths.log}/${name}.log`, stream: name })),
    ...PROGRAMS.map((name) => ({ file: `${slurmPaths.programLog}/${name}.log`, stream: name })),
    { file: "/var/log/cloud-init-output.log", stream: "boot" },
  ];
  const collected = files.map(({ file, stream }) => ({
    file_path: file,
    log_group_name: logGroupName(clusterName),
    log_stream_name: `{instance_id}/${stream}`,
  }));
  const configuration = {
    agent: { run_as_user: "root" },
    logs: { logs_collected: { files: { collect_list: collected } } },
  };
  return `${JSON.stringify(configuration, null, 1)}\n`;
}
