import { TerraformStack } from "cdktf";
import type { TakenKind, TakenName } from "../../../model/aws/aws-model";
import { isResource } from "../../common/terraform-resource";
import { isToken } from "../../common/terraform-text";
import {
  type Cluster,
  checkUniqueNames as checkNames,
  type UniqueName,
  type UniqueNames,
} from "../../common/unique-names";

const inRegion = (attribute = "name"): UniqueName => ({ attribute, within: "region" });
const inAccount = (attribute = "name"): UniqueName => ({ attribute, within: "account" });

/** Names that AWS takes once, by type; a second one stops the apply half way, or takes over what the first one made. */
const UNIQUE: Readonly<Record<string, UniqueName>> = {
  // https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html (EntityAlreadyExists); profiles and policies alike
  aws_iam_role: inAccount(),
  aws_iam_instance_profile: inAccount(),
  aws_iam_policy: inAccount(),
  // https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_Budget.html ("The name must be unique within an account")
  aws_budgets_budget: inAccount(),
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutDashboard.html: a second one replaces the first; its ARN has no Region
  aws_cloudwatch_dashboard: inAccount("dashboardName"),
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
  aws_s3_bucket: { attribute: "bucket", within: "partition" },
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateLaunchTemplate.html, API_CreatePlacementGroup, API_CreateSecurityGroup
  aws_launch_template: inRegion(),
  aws_placement_group: inRegion(),
  aws_security_group: { ...inRegion(), of: "vpcId" },
  // https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_CreateAutoScalingGroup.html ("unique per Region per account")
  aws_autoscaling_group: inRegion(),
  // https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html ("unique within a Region for an AWS account")
  aws_cloudwatch_log_group: inRegion(),
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html ("must be unique within the Region")
  aws_cloudwatch_metric_alarm: inRegion("alarmName"),
  // https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html: creates or updates
  aws_cloudwatch_event_rule: inRegion(),
  // https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateCluster.html
  aws_eks_cluster: inRegion(),
  // https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateReplicationGroup.html, API_CreateCacheSubnetGroup
  aws_elasticache_replication_group: inRegion("replicationGroupId"),
  aws_elasticache_subnet_group: inRegion(),
  // https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateLoadBalancer.html, API_CreateTargetGroup
  aws_lb: inRegion(),
  aws_lb_target_group: inRegion(),
  // https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
  aws_lambda_function: inRegion("functionName"),
  // https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_CreateSecret.html
  aws_secretsmanager_secret: inRegion(),
  // https://docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html and SQS' API_CreateQueue: both return the one that is there
  aws_sns_topic: inRegion(),
  aws_sqs_queue: inRegion(),
  // https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html (ParameterAlreadyExists)
  aws_ssm_parameter: inRegion(),
  // https://docs.aws.amazon.com/AmazonECR/latest/APIReference/API_CreateRepository.html, API_CreatePullThroughCacheRule
  aws_ecr_repository: inRegion(),
  aws_ecr_pull_through_cache_rule: inRegion("ecrRepositoryPrefix"),
  // https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_CreateInfrastructureConfiguration.html and its siblings
  aws_imagebuilder_infrastructure_configuration: inRegion(),
  aws_imagebuilder_distribution_configuration: inRegion(),
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_CreateStack.html ("must be unique in the Region")
  aws_cloudformation_stack: inRegion(),
};

const NAMES: UniqueNames = {
  types: UNIQUE,
  provider: "aws",
  account: [
    "profile",
    "accessKey",
    "allowedAccountIds",
    "assumeRole",
    "assumeRoleWithWebIdentity",
    "sharedCredentialsFiles",
  ],
  words: (clusterName) => ({
    within: "an account and Region",
    remedy: `names begin with clusterName and the construct's id, so give each cluster a network with a clusterName of its own, such as "${clusterName}-2"`,
    accounts: "; where the stacks are for different accounts, say so by allowedAccountIds of their AwsProviders",
  }),
};

/** Types that preflight.sh looks for in the account: every cluster has some of them, and one call each lists what is there. */
const LOOKED_FOR: Readonly<Record<string, TakenKind>> = {
  aws_iam_role: "role",
  aws_eks_cluster: "eks-cluster",
  aws_autoscaling_group: "auto-scaling-group",
  aws_launch_template: "launch-template",
};

/** Names of a cluster that AWS takes once, for preflight.sh to look for: those of its stack that begin with the cluster's. */
export function namesTaken(network: Cluster): TakenName[] {
  return TerraformStack.of(network)
    .node.findAll()
    .filter(isResource)
    .flatMap((resource) => {
      const kind = LOOKED_FOR[resource.terraformResourceType];
      const name =
        kind &&
        (resource as unknown as Readonly<Record<string, unknown>>)[
          `${UNIQUE[resource.terraformResourceType]!.attribute}Input`
        ];
      const own = typeof name === "string" && !isToken(name) && `${name}-`.startsWith(`${network.clusterName}-`);
      return kind !== undefined && own ? [{ kind, name }] : [];
    })
    .sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1));
}

/** At synth, refuses resources that have one name where AWS takes each name once. */
export const checkUniqueNames = (network: Cluster): void => checkNames(network, NAMES);
