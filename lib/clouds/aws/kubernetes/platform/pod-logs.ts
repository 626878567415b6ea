import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { chart } from "../../../../catalog/charts";
import { checkovSkip } from "../../../common/checkov";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { PodIdentityRole } from "./pod-identity-role";

/** Name of the published chart that ships the logs. */
export const POD_LOGS_CHART = "aws-for-fluent-bit";

/** Service account of its pods. */
export const POD_LOGS_ACCOUNT = "fluent-bit";

export interface PodLogsProps {
  readonly network: IClusterNetwork;
  readonly eksClusterName: string;
  /** Name of the EKS cluster, known at synth. */
  readonly name: string;
  readonly retentionDays: number;
  /** Key that CloudWatch Logs may use. */
  readonly logsKeyArn: string;
  readonly permissionsBoundaryArn?: string;
}

/** Name of the log group of a cluster's pods. */
export const podLogGroup = (clusterName: string): string => `/aws/eks/${clusterName}/pods`;

/** A log group for the logs of pods, and what the agent on each node needs to write there: nothing more. */
export class PodLogs extends Construct {
  public readonly logGroup: CloudwatchLogGroup;
  /** Name of the log group. */
  public readonly name: string;
  /** What must be there before the agent starts. */
  public readonly dependencies: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: PodLogsProps) {
    super(scope, id);
    const { network, name, eksClusterName, retentionDays, permissionsBoundaryArn } = props;
    this.name = podLogGroup(name);
    this.logGroup = new CloudwatchLogGroup(this, "Resource", {
      name: this.name,
      retentionInDays: retentionDays,
      kmsKeyId: props.logsKeyArn,
      tags: network.tagsFor("pods"),
    });
    if (retentionDays < 365)
      checkovSkip(this.logGroup, "CKV_AWS_338", "logs of pods; podLogs.retentionDays says how long");
    const role = new PodIdentityRole(this, "role", {
      network,
      eksClusterName,
      name: `${name}-pod-logs`,
      permissionsBoundaryArn,
    });
    // https://docs.fluentbit.io/manual/data-pipeline/outputs/cloudwatch (permissions; the group exists)
    role.grant({
      Sid: "Streams",
      Effect: "Allow",
      Action: ["logs:CreateLogStream", "logs:DescribeLogStreams", "logs:PutLogEvents"],
      Resource: [this.logGroup.arn, `${this.logGroup.arn}:log-stream:*`],
    });
    const identity = new EksPodIdentityAssociation(this, "identity", {
      clusterName: eksClusterName,
      namespace: chart(POD_LOGS_CHART).namespace,
      serviceAccount: POD_LOGS_ACCOUNT,
      roleArn: role.role.arn,
      tags: network.tagsFor("pod-logs"),
    });
    this.dependencies = [this.logGroup, ...role.resources, identity];
  }
}

/** The group in CloudWatch's console, whose addresses are escaped twice. */
export function podLogsAddress(region: string, clusterName: string): string {
  const group = encodeURIComponent(encodeURIComponent(podLogGroup(clusterName))).replaceAll("%", "$");
  return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#logsV2:log-groups/log-group/${group}`;
}
