import { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { CloudwatchEventTarget } from "@cdktf/provider-aws/lib/cloudwatch-event-target";
import { DataAwsCallerIdentity } from "@cdktf/provider-aws/lib/data-aws-caller-identity";
import { EksAccessEntry } from "@cdktf/provider-aws/lib/eks-access-entry";
import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { SqsQueuePolicy } from "@cdktf/provider-aws/lib/sqs-queue-policy";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import { type PolicyStatement, policyDocument } from "../../shared/policy";
import { PodIdentityRole } from "./pod-identity-role";
import { attachWorkerPolicies } from "./worker-policies";

export interface KarpenterAccessProps {
  readonly network: IClusterNetwork;
  readonly eksClusterName: string;
  /** Name of the EKS cluster, known at synth. */
  readonly name: string;
  readonly eksClusterArn: string;
  readonly pools: readonly GpuNodePool[];
  /** Roles of nodes that are let into the cluster by others, and that it may start too. */
  readonly otherNodeRoleArns: readonly string[];
  readonly permissionsBoundaryArn?: string;
}

/** Events that end nodes from outside: spot taken back, health, state. */
const EVENTS = {
  spot: { source: ["aws.ec2"], "detail-type": ["EC2 Spot Instance Interruption Warning"] },
  rebalance: { source: ["aws.ec2"], "detail-type": ["EC2 Instance Rebalance Recommendation"] },
  state: { source: ["aws.ec2"], "detail-type": ["EC2 Instance State-change Notification"] },
  health: { source: ["aws.health"], "detail-type": ["AWS Health Event"] },
} as const;

/** Karpenter's rights, its queue of interruptions, and the nodes' way into the cluster. */
export class KarpenterAccess extends Construct {
  public readonly queue: SqsQueue;
  /** What must be there before Karpenter starts, and on destroy until it has ended its last node. */
  public readonly dependencies: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: KarpenterAccessProps) {
    super(scope, id);
    this.queue = this.interruptions(props);
    const role = this.role(props);
    const association = new EksPodIdentityAssociation(this, "identity", {
      clusterName: props.eksClusterName,
      namespace: "kube-system",
      serviceAccount: "karpenter",
      roleArn: role.role.arn,
      tags: props.network.tagsFor("karpenter"),
    });
    const entries = props.pools.flatMap((pool) => [
      ...attachWorkerPolicies(new Construct(this, `${pool.name}-node`), pool.nodeRole!.role),
      new EksAccessEntry(this, `${pool.name}-entry`, {
        clusterName: props.eksClusterName,
        principalArn: pool.nodeRole!.role.arn,
        type: "EC2_LINUX",
        tags: props.network.tagsFor(pool.name),
      }),
    ]);
    this.dependencies = [...role.resources, association, ...entries, this.queue];
  }

  private interruptions({ network, name: cluster }: KarpenterAccessProps): SqsQueue {
    const name = `${cluster}-interruptions`;
    const queue = new SqsQueue(this, "queue", {
      name,
      messageRetentionSeconds: 300,
      sqsManagedSseEnabled: true,
      tags: network.tagsFor(name),
    });
    new SqsQueuePolicy(this, "queue-policy", {
      queueUrl: queue.url,
      policy: policyDocument([
        {
          Sid: "Events",
          Effect: "Allow",
          Principal: { Service: ["events.amazonaws.com", "sqs.amazonaws.com"] },
          Action: ["sqs:SendMessage"],
          Resource: [queue.arn],
        },
        {
          Sid: "TlsOnly",
          Effect: "Deny",
          Principal: { AWS: "*" },
          Action: ["sqs:*"],
          Resource: [queue.arn],
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        },
      ]),
    });
    for (const [event, pattern] of Object.entries(EVENTS)) {
      const rule = new CloudwatchEventRule(this, `${event}-rule`, {
        name: `${cluster}-${event}`,
        eventPattern: JSON.stringify(pattern),
        tags: network.tagsFor(`${name}-${event}`),
      });
      new CloudwatchEventTarget(this, `${event}-target`, { rule: rule.name, arn: queue.arn });
    }
    return queue;
  }

  /** Launches only what carries the cluster's tag and ends only what it launched. @see https://karpenter.sh/docs/reference/cloudformation/ */
  private role(props: KarpenterAccessProps): PodIdentityRole {
    const { network, eksClusterName, pools } = props;
    const account = new DataAwsCallerIdentity(this, "account", {}).accountId;
    const ec2 = (resource: string) => `arn:aws:ec2:${network.region}:*:${resource}/*`;
    const tagged = (kind: "aws:RequestTag" | "aws:ResourceTag") => ({
      StringEquals: {
        [`${kind}/kubernetes.io/cluster/${props.name}`]: "owned",
        ...(kind === "aws:RequestTag" ? { [`${kind}/eks:eks-cluster-name`]: props.name } : {}),
      },
      StringLike: { [`${kind}/karpenter.sh/nodepool`]: "*" },
    });
    const role = new PodIdentityRole(this, "role", {
      network,
      eksClusterName,
      name: `${props.name}-karpenter`,
      permissionsBoundaryArn: props.permissionsBoundaryArn,
    });
    role.grant(
      {
        Sid: "LaunchFrom",
        Effect: "Allow",
        Action: ["ec2:RunInstances", "ec2:CreateFleet"],
        Resource: [
          `arn:aws:ec2:${network.region}::image/*`,
          `arn:aws:ec2:${network.region}::snapshot/*`,
          ...["security-group", "subnet", "capacity-reservation", "placement-group"].map(ec2),
        ],
      },
      {
        Sid: "LaunchFromTemplate",
        Effect: "Allow",
        Action: ["ec2:RunInstances", "ec2:CreateFleet"],
        Resource: [ec2("launch-template")],
        Condition: tagged("aws:ResourceTag"),
      },
      {
        Sid: "LaunchTagged",
        Effect: "Allow",
        Action: ["ec2:RunInstances", "ec2:CreateFleet", "ec2:CreateLaunchTemplate"],
        Resource: ["fleet", "instance", "volume", "network-interface", "launch-template", "spot-instances-request"].map(
          ec2,
        ),
        Condition: tagged("aws:RequestTag"),
      },
      {
        Sid: "TagAtLaunch",
        Effect: "Allow",
        Action: ["ec2:CreateTags"],
        Resource: ["fleet", "instance", "volume", "network-interface", "launch-template", "spot-instances-request"].map(
          ec2,
        ),
        Condition: {
          ...tagged("aws:RequestTag"),
          StringEquals: {
            ...tagged("aws:RequestTag").StringEquals,
            "ec2:CreateAction": ["RunInstances", "CreateFleet", "CreateLaunchTemplate"],
          },
        },
      },
      {
        Sid: "TagOwn",
        Effect: "Allow",
        Action: ["ec2:CreateTags"],
        Resource: [ec2("instance")],
        // the names that it gives late, and no other tag: what others are allowed by tag stays theirs
        Condition: {
          ...tagged("aws:ResourceTag"),
          StringEqualsIfExists: { "aws:RequestTag/eks:eks-cluster-name": props.name },
          "ForAllValues:StringEquals": { "aws:TagKeys": ["eks:eks-cluster-name", "karpenter.sh/nodeclaim", "Name"] },
        },
      },
      {
        Sid: "EndOwn",
        Effect: "Allow",
        Action: ["ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"],
        Resource: ["instance", "launch-template"].map(ec2),
        Condition: tagged("aws:ResourceTag"),
      },
      {
        // none of these knows resource-level permissions
        Sid: "See",
        Effect: "Allow",
        Action: [
          "ec2:DescribeCapacityReservations",
          "ec2:DescribeImages",
          "ec2:DescribeInstances",
          "ec2:DescribeInstanceStatus",
          "ec2:DescribeInstanceTypeOfferings",
          "ec2:DescribeInstanceTypes",
          "ec2:DescribeLaunchTemplates",
          "ec2:DescribePlacementGroups",
          "ec2:DescribeSecurityGroups",
          "ec2:DescribeSpotPriceHistory",
          "ec2:DescribeSubnets",
        ],
        Resource: ["*"],
        Condition: { StringEquals: { "aws:RequestedRegion": network.region } },
      },
      {
        // prices are asked of us-east-1, eu-central-1 or ap-south-1, whichever is near; IAM is of no region
        Sid: "SeeEverywhere",
        Effect: "Allow",
        Action: ["pricing:GetProducts", "iam:ListInstanceProfiles"],
        Resource: ["*"],
      },
      {
        Sid: "Images",
        Effect: "Allow",
        Action: ["ssm:GetParameter"],
        Resource: [`arn:aws:ssm:${network.region}::parameter/aws/service/*`],
      },
      {
        Sid: "Interruptions",
        Effect: "Allow",
        Action: ["sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"],
        Resource: [this.queue.arn],
      },
      {
        Sid: "NodeRoles",
        Effect: "Allow",
        Action: ["iam:PassRole"],
        Resource: [...pools.map((pool) => pool.nodeRole!.role.arn), ...props.otherNodeRoleArns],
        Condition: { StringEquals: { "iam:PassedToService": "ec2.amazonaws.com" } },
      },
      {
        Sid: "NodeProfiles",
        Effect: "Allow",
        Action: ["iam:GetInstanceProfile"],
        Resource: [`arn:aws:iam::${account}:instance-profile/*`],
      },
      ...volumeKeys(pools, network.region),
      { Sid: "Cluster", Effect: "Allow", Action: ["eks:DescribeCluster"], Resource: [props.eksClusterArn] },
    );
    return role;
  }
}

/** What encrypting a node's volumes with a key of one's own takes of whoever launches it. @see https://docs.aws.amazon.com/ebs/latest/userguide/ebs-encryption-requirements.html */
function volumeKeys(pools: readonly GpuNodePool[], region: string): PolicyStatement[] {
  const keys = [...new Set(pools.flatMap(({ definition }) => definition.volumeKmsKeyArn ?? []))];
  if (keys.length === 0) return [];
  const viaEc2 = { "kms:ViaService": `ec2.${region}.amazonaws.com` };
  return [
    {
      Sid: "VolumeKeys",
      Effect: "Allow",
      Action: [
        "kms:Decrypt",
        "kms:DescribeKey",
        "kms:GenerateDataKeyWithoutPlaintext",
        "kms:ReEncryptFrom",
        "kms:ReEncryptTo",
      ],
      Resource: keys,
      Condition: { StringEquals: viaEc2 },
    },
    {
      Sid: "VolumeKeyGrants",
      Effect: "Allow",
      Action: ["kms:CreateGrant"],
      Resource: keys,
      Condition: { StringEquals: viaEc2, Bool: { "kms:GrantIsForAWSResource": "true" } },
    },
  ];
}
