import type { PolicyStatement } from "../shared/policy";

/** What the head's permissions are cut to. */
export interface ControllerScope {
  readonly region: string;
  /** Tag that CreateFleet puts on each instance, and by which alone they may be ended. */
  readonly clusterTag: { readonly key: string; readonly value: string };
  readonly poolRoleArns: readonly string[];
  /** Keys of the account's that the nodes' volumes are encrypted with; empty for EBS' own. */
  readonly volumeKeyArns: readonly string[];
  readonly privateZoneId: string;
  readonly privateZoneName: string;
}

const launched = ["instance", "volume", "network-interface", "spot-instances-request"] as const;

/**
 * What resume, suspend, reconcile and the watches call in EC2: launches by templates that carry the cluster's tag alone, ends only
 * instances that carry it, passes only the pools' roles.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-fleet-permissions.html
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonec2.html
 */
export function controllerStatements(scope: ControllerScope): PolicyStatement[] {
  const { clusterTag } = scope;
  const ec2 = (kind: string) => `arn:aws:ec2:${scope.region}:*:${kind}/*`;
  const requested = { [`aws:RequestTag/${clusterTag.key}`]: clusterTag.value };
  const carried = { [`ec2:ResourceTag/${clusterTag.key}`]: clusterTag.value };
  const byTemplate = { ArnLike: { "ec2:LaunchTemplate": [ec2("launch-template")] } };
  return [
    { Sid: "StartFleets", Effect: "Allow", Action: ["ec2:CreateFleet"], Resource: [ec2("fleet")] },
    // Every launch needs its template too, so this alone keeps launches to the cluster's templates; a list of their ARNs would
    // outgrow a role's 10,240 characters.
    {
      Sid: "OwnTemplates",
      Effect: "Allow",
      Action: ["ec2:CreateFleet", "ec2:RunInstances"],
      Resource: [ec2("launch-template")],
      Condition: { StringEquals: carried },
    },
    {
      Sid: "LaunchFromOwnTemplates",
      Effect: "Allow",
      Action: ["ec2:CreateFleet", "ec2:RunInstances"],
      Resource: launched.map(ec2),
      Condition: { ...byTemplate, Bool: { "ec2:IsLaunchTemplateResource": "true" } },
    },
    {
      Sid: "LaunchInto",
      Effect: "Allow",
      Action: ["ec2:CreateFleet", "ec2:RunInstances"],
      Resource: [
        `arn:aws:ec2:${scope.region}::image/*`,
        ...["subnet", "security-group", "placement-group", "capacity-reservation", "key-pair"].map(ec2),
      ],
      Condition: byTemplate,
    },
    {
      Sid: "TagWhatIsLaunched",
      Effect: "Allow",
      Action: ["ec2:CreateTags"],
      Resource: [...launched, "fleet"].map(ec2),
      Condition: { StringEquals: { "ec2:CreateAction": ["CreateFleet", "RunInstances"] } },
    },
    {
      Sid: "LaunchOnlyTagged",
      Effect: "Deny",
      Action: ["ec2:RunInstances"],
      Resource: [ec2("instance")],
      Condition: { StringNotEquals: requested },
    },
    {
      Sid: "NameOwnInstances",
      Effect: "Allow",
      Action: ["ec2:CreateTags"],
      Resource: [ec2("instance")],
      Condition: {
        StringEquals: carried,
        "ForAllValues:StringEquals": { "aws:TagKeys": ["Name", "warpform:job", "warpform:user"] },
      },
    },
    {
      Sid: "EndOwnInstances",
      Effect: "Allow",
      Action: ["ec2:TerminateInstances"],
      Resource: [ec2("instance")],
      Condition: { StringEquals: carried },
    },
    // EC2's Describe calls know no resource-level permissions.
    {
      Sid: "See",
      Effect: "Allow",
      Action: [
        "ec2:DescribeCapacityReservations",
        "ec2:DescribeInstanceStatus",
        "ec2:DescribeInstanceTopology",
        "ec2:DescribeInstances",
      ],
      Resource: ["*"],
    },
    {
      Sid: "PassPoolRoles",
      Effect: "Allow",
      Action: ["iam:PassRole"],
      Resource: scope.poolRoleArns,
      Condition: { StringEquals: { "iam:PassedToService": "ec2.amazonaws.com" } },
    },
    {
      Sid: "ServiceRolesOfFleets",
      Effect: "Allow",
      Action: ["iam:CreateServiceLinkedRole"],
      Resource: ["ec2fleet", "spot"].map(
        (service) => `arn:aws:iam::*:role/aws-service-role/${service}.amazonaws.com/*`,
      ),
      Condition: { StringEquals: { "iam:AWSServiceName": ["ec2fleet.amazonaws.com", "spot.amazonaws.com"] } },
    },
    ...(scope.volumeKeyArns.length === 0 ? [] : [volumeKeys(scope)]),
    {
      Sid: "NodeNames",
      Effect: "Allow",
      Action: ["route53:ChangeResourceRecordSets"],
      Resource: [`arn:aws:route53:::hostedzone/${scope.privateZoneId}`],
      // Names of nodes (lib/slurm/files/node-ranges.ts), and not those of controllers and login nodes.
      Condition: {
        "ForAllValues:StringEquals": { "route53:ChangeResourceRecordSetsRecordTypes": ["A"] },
        "ForAllValues:StringLike": {
          "route53:ChangeResourceRecordSetsNormalizedRecordNames": [
            `*-dy-*.${scope.privateZoneName}`,
            `*-st-*.${scope.privateZoneName}`,
          ],
        },
      },
    },
  ];
}

/** Whoever launches an instance lets EC2 use the key of its volumes: https://docs.aws.amazon.com/ebs/latest/userguide/ebs-encryption.html */
function volumeKeys({ region, volumeKeyArns }: ControllerScope): PolicyStatement {
  return {
    Sid: "VolumeKeys",
    Effect: "Allow",
    Action: ["kms:CreateGrant", "kms:DescribeKey", "kms:GenerateDataKeyWithoutPlaintext"],
    Resource: volumeKeyArns,
    Condition: { StringEquals: { "kms:ViaService": `ec2.${region}.amazonaws.com` } },
  };
}
