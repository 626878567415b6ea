import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { FlowLog } from "@cdktf/provider-aws/lib/flow-log";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Construct } from "constructs";
import { policyDocument, trustPolicy } from "../shared/policy";
import type { IClusterNetwork } from "./i-cluster-network";
import { logsKey } from "./logs-key";

/** Days that flow logs are kept. */
const RETENTION_DAYS = 365;

/** Logs the VPC's flows to CloudWatch, encrypted. */
export class FlowLogs extends Construct {
  public readonly logGroup: CloudwatchLogGroup;

  constructor(
    scope: Construct,
    id: string,
    props: { readonly network: IClusterNetwork; readonly kmsKeyArn?: string; readonly permissionsBoundaryArn?: string },
  ) {
    super(scope, id);
    const { network } = props;
    const name = `/warpform/${network.clusterName}/flow-logs`;
    this.logGroup = new CloudwatchLogGroup(this, "Resource", {
      name,
      retentionInDays: RETENTION_DAYS,
      kmsKeyId: props.kmsKeyArn ?? logsKey(this, network).arn,
      tags: network.tagsFor("flow-logs"),
    });
    const role = new IamRole(this, "role", {
      name: `${network.clusterName}-flow-logs`,
      assumeRolePolicy: trustPolicy("vpc-flow-logs.amazonaws.com"),
      permissionsBoundary: props.permissionsBoundaryArn,
      tags: network.tagsFor("flow-logs"),
    });
    new IamRolePolicy(this, "policy", {
      role: role.id,
      policy: policyDocument([
        {
          Effect: "Allow",
          Action: ["logs:CreateLogStream", "logs:PutLogEvents", "logs:DescribeLogStreams"],
          Resource: [`${this.logGroup.arn}:*`],
        },
      ]),
    });
    new FlowLog(this, "flow-log", {
      vpcId: network.vpcId,
      trafficType: "ALL",
      logDestination: this.logGroup.arn,
      iamRoleArn: role.arn,
      tags: network.tagsFor("flow-logs"),
    });
  }
}
