import { DataAwsCallerIdentity } from "@cdktf/provider-aws/lib/data-aws-caller-identity";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { PolicyStatement } from "../shared/policy";
import { policyDocument } from "../shared/policy";

export interface DataKeyProps {
  readonly network: IClusterNetwork;
  /** What the key encrypts, `file system scratch`. */
  readonly description: string;
  /** Name of the tag, behind the cluster's. */
  readonly name: string;
  /** Statements beside the account's own. @default - none */
  readonly statements?: (accountId: string) => readonly PolicyStatement[];
  /** Whether Terraform refuses to delete it: without its key the data is lost. @default true */
  readonly deletionProtected?: boolean;
}

/** A KMS key for data at rest, rotated every year, administered by the account. */
export class DataKey extends Construct {
  public readonly key: KmsKey;

  constructor(scope: Construct, id: string, props: DataKeyProps) {
    super(scope, id);
    const accountId = new DataAwsCallerIdentity(this, "account", {}).accountId;
    this.key = new KmsKey(this, "Resource", {
      description: `${props.description} of ${props.network.clusterName}`,
      enableKeyRotation: true,
      policy: policyDocument([
        {
          Sid: "account",
          Effect: "Allow",
          Principal: { AWS: `arn:aws:iam::${accountId}:root` },
          Action: ["kms:*"],
          Resource: ["*"],
        },
        ...(props.statements?.(accountId) ?? []),
      ]),
      tags: props.network.tagsFor(props.name),
      lifecycle: (props.deletionProtected ?? true) ? { preventDestroy: true } : undefined,
    });
  }

  public get arn(): string {
    return this.key.arn;
  }
}
