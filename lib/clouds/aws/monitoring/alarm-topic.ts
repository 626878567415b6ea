import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SnsTopicPolicy } from "@cdktf/provider-aws/lib/sns-topic-policy";
import { SnsTopicSubscription } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { policyDocument } from "../shared/policy";

export interface AlarmTopicProps {
  readonly network: IClusterNetwork;
  readonly accountId: string;
  readonly kmsKeyArn: string;
  /** Existing topic. @default - one is made */
  readonly topicArn?: string;
  readonly emails: readonly string[];
}

/** Where alarms and budget notes go: an encrypted SNS topic that CloudWatch and AWS Budgets of this account may publish to. */
export class AlarmTopic extends Construct {
  public readonly arn: string;

  constructor(scope: Construct, id: string, props: AlarmTopicProps) {
    super(scope, id);
    this.arn = props.topicArn ?? this.build(props).arn;
    for (const [index, endpoint] of props.emails.entries()) {
      new SnsTopicSubscription(this, `email-${index}`, { topicArn: this.arn, protocol: "email", endpoint });
    }
  }

  private build({ network, accountId, kmsKeyArn }: AlarmTopicProps): SnsTopic {
    const topic = new SnsTopic(this, "Resource", {
      name: `${network.clusterName}-alarms`,
      kmsMasterKeyId: kmsKeyArn,
      tags: network.tagsFor("alarms"),
    });
    new SnsTopicPolicy(this, "policy", {
      arn: topic.arn,
      policy: policyDocument([
        {
          Sid: "alarms-and-budgets",
          Effect: "Allow",
          Principal: { Service: ["cloudwatch.amazonaws.com", "budgets.amazonaws.com"] },
          Action: ["sns:Publish"],
          Resource: [topic.arn],
          Condition: { StringEquals: { "aws:SourceAccount": accountId } },
        },
      ]),
    });
    return topic;
  }
}
