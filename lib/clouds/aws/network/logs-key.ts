import { DataAwsCallerIdentity } from "@cdktf/provider-aws/lib/data-aws-caller-identity";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import type { Construct } from "constructs";
import { type PolicyStatement, policyDocument } from "../shared/policy";
import type { IClusterNetwork } from "./i-cluster-network";

/** A KMS key that CloudWatch Logs of this region may use. https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html */
export function logsKey(scope: Construct, network: IClusterNetwork): KmsKey {
  const account = new DataAwsCallerIdentity(scope, "account", {}).accountId;
  return new KmsKey(scope, "key", {
    description: `logs of ${network.clusterName}`,
    enableKeyRotation: true,
    policy: policyDocument([
      {
        Sid: "account",
        Effect: "Allow",
        Principal: { AWS: `arn:aws:iam::${account}:root` },
        Action: ["kms:*"],
        Resource: ["*"],
      },
      logsStatement(network, account),
    ]),
    tags: network.tagsFor("logs"),
  });
}

/** CloudWatch Logs of a Region, as the policy of a key names it. */
export const logsService = (region: string): string => `logs.${region}.amazonaws.com`;

/** Lets CloudWatch Logs of the cluster's region use a key for the log groups of an account. */
export function logsStatement(network: IClusterNetwork, accountId: string): PolicyStatement {
  return {
    Sid: "logs",
    Effect: "Allow",
    Principal: { Service: logsService(network.region) },
    Action: ["kms:Encrypt*", "kms:Decrypt*", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:Describe*"],
    Resource: ["*"],
    Condition: {
      ArnLike: { "kms:EncryptionContext:aws:logs:arn": `arn:aws:logs:${network.region}:${accountId}:log-group:*` },
    },
  };
}
