import { DlmLifecyclePolicy } from "@cdktf/provider-aws/lib/dlm-lifecycle-policy";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { checkRoleName } from "../../shared/names";
import { type PolicyStatement, policyDocument, trustPolicy } from "../../shared/policy";
import type { snapshotSchedule } from "./state-snapshots-props";

export interface StateSnapshotsProps {
  readonly network: IClusterNetwork;
  /** Id of the head. */
  readonly name: string;
  readonly schedule: ReturnType<typeof snapshotSchedule>;
  /** Tag that the volume alone carries: Data Lifecycle Manager finds volumes by tags, in the whole Region. */
  readonly volumeTag: { readonly key: string; readonly value: string };
  readonly kmsKeyArn: string;
  readonly permissionsBoundaryArn?: string;
}

/** Snapshots of the state volume by Amazon Data Lifecycle Manager; they outlive volume, head and stack. */
export class StateSnapshots extends Construct {
  public readonly policy: DlmLifecyclePolicy;

  constructor(scope: Construct, id: string, props: StateSnapshotsProps) {
    super(scope, id);
    const { network, schedule, volumeTag } = props;
    const tags = network.tagsFor("slurm-state");
    checkRoleName("SlurmHeadNode", this.node.path, network.clusterName, `${props.name}-backup`);
    const role = new IamRole(this, "role", {
      name: `${network.clusterName}-${props.name}-backup`,
      assumeRolePolicy: trustPolicy("dlm.amazonaws.com"),
      permissionsBoundary: props.permissionsBoundaryArn,
      tags,
    });
    const document = policyDocument(statements(props));
    const granted = new IamRolePolicy(this, "policy", { name: "snapshots", role: role.id, policy: document });
    this.policy = new DlmLifecyclePolicy(this, "Resource", {
      description: `Slurm state of ${network.clusterName}`,
      executionRoleArn: role.arn,
      state: "ENABLED",
      policyDetails: {
        resourceTypes: ["VOLUME"],
        targetTags: { [volumeTag.key]: volumeTag.value },
        schedule: [
          {
            name: "state",
            createRule: { interval: schedule.everyHours, intervalUnit: "HOURS", times: [schedule.startAt] },
            retainRule: { count: schedule.keep },
            tagsToAdd: { ...tags, [volumeTag.key]: volumeTag.value },
          },
        ],
      },
      tags,
      dependsOn: [granted],
    });
  }
}

/**
 * What Data Lifecycle Manager may do: snapshots of this volume, and delete those alone.
 * @see https://docs.aws.amazon.com/ebs/latest/userguide/service-role.html
 * @see https://docs.aws.amazon.com/ebs/latest/userguide/dlm-prerequisites.html (permissions for encryption)
 */
function statements({ network, volumeTag, kmsKeyArn }: StateSnapshotsProps): PolicyStatement[] {
  const volumes = `arn:aws:ec2:${network.region}:*:volume/*`;
  const snapshots = `arn:aws:ec2:${network.region}::snapshot/*`;
  const tagged = { StringEquals: { [`aws:ResourceTag/${volumeTag.key}`]: volumeTag.value } };
  const throughEbs = { "kms:ViaService": `ec2.${network.region}.amazonaws.com` };
  return [
    {
      Sid: "Find",
      Effect: "Allow",
      Action: ["ec2:DescribeInstances", "ec2:DescribeSnapshots", "ec2:DescribeVolumes"],
      Resource: ["*"],
    },
    { Sid: "CopyVolume", Effect: "Allow", Action: ["ec2:CreateSnapshot"], Resource: [volumes], Condition: tagged },
    { Sid: "MakeSnapshots", Effect: "Allow", Action: ["ec2:CreateSnapshot", "ec2:CreateTags"], Resource: [snapshots] },
    { Sid: "DeleteOld", Effect: "Allow", Action: ["ec2:DeleteSnapshot"], Resource: [snapshots], Condition: tagged },
    {
      Sid: "VolumeKey",
      Effect: "Allow",
      Action: ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey*", "kms:ReEncrypt*"],
      Resource: [kmsKeyArn],
      Condition: { StringEquals: throughEbs },
    },
    {
      Sid: "GrantVolumeKey",
      Effect: "Allow",
      Action: ["kms:CreateGrant"],
      Resource: [kmsKeyArn],
      Condition: { StringEquals: throughEbs, Bool: { "kms:GrantIsForAWSResource": "true" } },
    },
  ];
}
