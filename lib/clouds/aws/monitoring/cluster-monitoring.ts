import { CloudwatchDashboard } from "@cdktf/provider-aws/lib/cloudwatch-dashboard";
import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { CloudwatchLogMetricFilter } from "@cdktf/provider-aws/lib/cloudwatch-log-metric-filter";
import { DataAwsCallerIdentity } from "@cdktf/provider-aws/lib/data-aws-caller-identity";
import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import { Construct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import type { ClusterPart } from "../../common/cluster-part";
import { placed } from "../../common/placed";
import { literal } from "../../common/terraform-text";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { logsService, logsStatement } from "../network/logs-key";
import type { BootStep } from "../shared/boot-step";
import { describeAs } from "../shared/describe-as";
import { givenIn } from "../shared/given-resources";
import type { PolicyStatement } from "../shared/policy";
import { program } from "../shared/program-text";
import { DataKey } from "../storage/data-key";
import { agentConfiguration } from "./agent-configuration";
import { AlarmTopic } from "./alarm-topic";
import { ClusterAlarms } from "./cluster-alarms";
import { ClusterBudget } from "./cluster-budget";
import { dashboardBody } from "./cluster-dashboard";
import type { ClusterMonitoringProps } from "./cluster-monitoring-props";
import { CLUSTER_MONITORING } from "./cluster-monitoring-table";
import { defineMonitoring, describeMonitoring, type MonitoringDefinition } from "./define-monitoring";
import { GPU_METRICS } from "./gpu-metrics";

/**
 * Watches a cluster: the CloudWatch agent on the nodes of its pools (GPUs, EFA, the Lustre client, health, XIDs), a
 * dashboard, alarms that come by SNS, and a monthly budget with forecast.
 *
 * @example new ClusterMonitoring(this, "monitoring", { network, pools: [h100], fileSystems: [scratch], emails: ["ops@example.com"] })
 */
export class ClusterMonitoring extends Construct {
  /** Every value of the monitoring with where it comes from. */
  public readonly definition: MonitoringDefinition;
  public readonly logGroup: CloudwatchLogGroup;
  public readonly topic: AlarmTopic;
  public readonly alarms: ClusterAlarms;
  public readonly budget: ClusterBudget;
  public readonly dashboard?: CloudwatchDashboard;
  public readonly key?: DataKey;
  /** The agent's configuration: system, gpu and efa. */
  public readonly agentParameters: readonly SsmParameter[];
  /** What a node does to run the agent; the pools given have it already. */
  public readonly bootStep: BootStep;

  constructor(scope: Construct, id: string, props: ClusterMonitoringProps) {
    super(...placed(new.target, scope, id));
    this.definition = defineMonitoring(props, { path: this.node.path, id });
    const { network } = props;
    const accountId = new DataAwsCallerIdentity(this, "account", {}).accountId;
    if (props.kmsKeyArn === undefined) this.key = this.buildKey(network);
    const kmsKeyArn = props.kmsKeyArn ?? this.key!.arn;
    this.logGroup = new CloudwatchLogGroup(this, "nodes", {
      name: `/warpform/${network.clusterName}/nodes`,
      retentionInDays: this.definition.logRetentionDays,
      kmsKeyId: kmsKeyArn,
      tags: network.tagsFor("nodes"),
    });
    this.agentParameters = this.buildAgentConfiguration(network);
    this.bootStep = bootStep(network);
    this.buildXidCounts(network);
    const { topicArn, emails = [], fileSystems = [] } = props;
    this.topic = new AlarmTopic(this, "topic", { network, accountId, kmsKeyArn, topicArn, emails });
    this.alarms = new ClusterAlarms(this, "alarms", {
      network,
      fileSystems,
      of: this.definition,
      topicArn: this.topic.arn,
    });
    this.budget = new ClusterBudget(this, "budget", {
      network,
      monthlyBudgetUsd: props.monthlyBudgetUsd,
      activateCostTag: this.definition.activateCostTag,
      name: `${network.clusterName}-monthly`,
      topicArns: [this.topic.arn],
      emails: [],
    });
    if (this.definition.dashboard) this.dashboard = this.buildDashboard(props);
    for (const pool of props.pools) {
      pool.boot.add(this.bootStep);
      pool.grant(...this.agentStatements(accountId, network));
    }
    describeAs(this, () => this.described(props));
  }

  private described(props: ClusterMonitoringProps): ClusterPart {
    return {
      monitoring: [{ ...describeMonitoring(this.definition), agentPools: props.pools.map(({ name }) => name) }],
      given: givenIn(CLUSTER_MONITORING, props, {
        kmsKeyArn: { allows: [logsService(props.network.region), ...TOPIC_SERVICES] },
      }),
    };
  }

  private buildKey(network: IClusterNetwork): DataKey {
    return new DataKey(this, "key", {
      network,
      description: "logs and alarms",
      name: "monitoring",
      deletionProtected: false,
      statements: (account) => keyStatements(network, account),
    });
  }

  /** Parameters that nodes fetch the agent's configuration from: a change of it changes no launch template. */
  private buildAgentConfiguration(network: IClusterNetwork): SsmParameter[] {
    const { intervalSeconds } = this.definition;
    const parts = agentConfiguration(network.clusterName, `/warpform/${network.clusterName}/nodes`, intervalSeconds);
    return Object.entries(parts).map(([part, configuration]) => {
      const parameter = new SsmParameter(this, `agent-${part}`, {
        name: `${configurationPrefix(network)}/${part}`,
        description: `CloudWatch agent of ${network.clusterName}: ${part}`,
        type: "String",
        value: literal(JSON.stringify(configuration)),
        tags: network.tagsFor(`agent-${part}`),
      });
      checkovSkip(parameter, "CKV2_AWS_34", "settings of an agent, nothing secret");
      return parameter;
    });
  }

  /** The sampler on the nodes marks XIDs after which a GPU must not take work, since filter patterns know no groups. */
  private buildXidCounts(network: IClusterNetwork): void {
    for (const [id, pattern, name] of [
      ["xid", '"NVRM: Xid"', GPU_METRICS.xid],
      ["fatal-xid", '"FATAL" "NVRM: Xid"', GPU_METRICS.fatalXid],
    ] as const) {
      new CloudwatchLogMetricFilter(this, id, {
        name: `${network.clusterName}-${id}`,
        logGroupName: this.logGroup.name,
        pattern,
        metricTransformation: {
          name,
          namespace: GPU_METRICS.namespace(network.clusterName),
          value: "1",
          defaultValue: "0",
        },
      });
    }
  }

  private buildDashboard(props: ClusterMonitoringProps): CloudwatchDashboard {
    const { network } = props;
    return new CloudwatchDashboard(this, "dashboard", {
      dashboardName: network.clusterName,
      dashboardBody: dashboardBody({
        clusterName: network.clusterName,
        region: network.region,
        logGroupName: `/warpform/${network.clusterName}/nodes`,
        alarmArns: this.alarms.alarms.map((alarm) => alarm.arn),
        fileSystems: props.fileSystems ?? [],
      }),
    });
  }

  private agentStatements(accountId: string, network: IClusterNetwork): PolicyStatement[] {
    const prefix = `arn:aws:ssm:${network.region}:${accountId}:parameter${configurationPrefix(network)}`;
    return [
      {
        Effect: "Allow",
        Action: ["cloudwatch:PutMetricData"],
        Resource: ["*"],
        Condition: { StringEquals: { "cloudwatch:namespace": GPU_METRICS.namespace(network.clusterName) } },
      },
      // The agent learns its Auto Scaling group from the instance's tags.
      { Effect: "Allow", Action: ["ec2:DescribeTags"], Resource: ["*"] },
      { Effect: "Allow", Action: ["ssm:GetParameter"], Resource: [`${prefix}/*`] },
      {
        Effect: "Allow",
        Action: ["logs:CreateLogStream", "logs:PutLogEvents", "logs:DescribeLogStreams"],
        Resource: [this.logGroup.arn, `${this.logGroup.arn}:*`],
      },
    ];
  }
}

/** What a node does to run the agent. */
function bootStep(network: IClusterNetwork): BootStep {
  const text = program("cloudwatch-agent.sh", {
    AWS_REGION: network.region,
    CONFIGURATION: configurationPrefix(network),
  });
  return { name: "monitoring", phase: "agents", text };
}

function configurationPrefix(network: IClusterNetwork): string {
  return `/warpform/${network.clusterName}/cloudwatch-agent`;
}

/** Services that publish to the topic of the alarms. */
const TOPIC_SERVICES = ["cloudwatch.amazonaws.com", "budgets.amazonaws.com"];

/** Services that encrypt what they keep or publish with the key. */
function keyStatements(network: IClusterNetwork, accountId: string): PolicyStatement[] {
  return [
    logsStatement(network, accountId),
    {
      Sid: "alarms-and-budgets",
      Effect: "Allow",
      Principal: { Service: TOPIC_SERVICES },
      Action: ["kms:Decrypt", "kms:GenerateDataKey*"],
      Resource: ["*"],
      Condition: { StringEquals: { "aws:SourceAccount": accountId } },
    },
  ];
}
