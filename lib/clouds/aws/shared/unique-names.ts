import {
  DefaultTokenResolver,
  StringConcat,
  TerraformProvider,
  type TerraformResource,
  TerraformStack,
  Tokenization,
} from "cdktf";
import type { IConstruct } from "constructs";
import type { TakenKind, TakenName } from "../../../model/aws/aws-model";
import { isResource } from "../../common/terraform-resource";
import { isToken } from "../../common/terraform-text";
import { checkTree } from "../../common/tree-problems";

/** Where AWS takes a name once. */
interface UniqueName {
  /** As the provider's classes call it. */
  readonly attribute: string;
  readonly within: "partition" | "account" | "region";
  /** Attribute that says in which of the Region's VPCs. */
  readonly of?: string;
}

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

type Values = Readonly<Record<string, unknown>>;
const isAwsProvider = (one: unknown): one is TerraformProvider & Values =>
  TerraformProvider.isTerraformProvider(one) && one.terraformResourceType === "aws";

/** Settings of a provider that decide whose account it is. */
const ACCOUNT = [
  "profile",
  "accessKey",
  "allowedAccountIds",
  "assumeRole",
  "assumeRoleWithWebIdentity",
  "sharedCredentialsFiles",
];

/** A resource with its name, and what has to be equal for the name to meet another one. */
interface Named {
  readonly resource: TerraformResource;
  readonly name: string;
  readonly key: string;
}

/** References as Terraform will read them, so that two of one attribute are equal. */
function resolved(scope: TerraformStack, values: readonly unknown[]): unknown {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return Tokenization.resolve(values, { scope, resolver, preparing: false });
}

function namesAmong(children: readonly IConstruct[], stack: TerraformStack): Named[] {
  const usual = children.filter(isAwsProvider).find(({ aliasInput }) => aliasInput === undefined);
  return children.filter(isResource).flatMap((resource) => {
    const rule = UNIQUE[resource.terraformResourceType];
    const values = resource as unknown as Values;
    const name = rule && values[`${rule.attribute}Input`];
    if (rule === undefined || typeof name !== "string" || isToken(name)) return [];
    const provider = isAwsProvider(resource.provider) ? resource.provider : usual;
    const account = rule.within === "partition" ? [] : ACCOUNT.map((setting) => provider?.[`${setting}Input`]);
    const region = rule.within === "region" ? [provider?.regionInput] : [];
    const of = rule.of === undefined ? [] : [TerraformStack.of(resource).node.path, values[`${rule.of}Input`]];
    const place = JSON.stringify(resolved(stack, [...account, ...region, ...of]));
    return [{ resource, name, key: `${resource.terraformResourceType} ${name} ${place}` }];
  });
}

/** Names of stacks as they were when each was checked last, and how large it was then: an app checks its stacks in turn. */
const known = new WeakMap<TerraformStack, { readonly size: number; readonly names: readonly Named[] }>();

/** Names of a stack, resolved anew for the one that is checked; of one that comes before it only where it grew since. */
function namesOf(stack: TerraformStack, isChecked: boolean): readonly Named[] {
  const children = stack.node.findAll();
  const before = known.get(stack);
  if (!isChecked && before?.size === children.length) return before.names;
  const names = namesAmong(children, stack);
  known.set(stack, { size: children.length, names });
  return names;
}

/** Pairs of one name, of which the second is in `stack`, and the first there or in a stack before it. */
function meetings(stack: TerraformStack): [Named, Named][] {
  const stacks = stack.node.root.node.findAll().filter((one): one is TerraformStack => TerraformStack.isStack(one));
  const first = new Map<string, Named>();
  const pairs: [Named, Named][] = [];
  for (const each of stacks.slice(0, stacks.indexOf(stack) + 1)) {
    for (const named of namesOf(each, each === stack)) {
      const earlier = first.get(named.key);
      if (earlier === undefined) first.set(named.key, named);
      else if (each === stack) pairs.push([earlier, named]);
    }
  }
  return pairs;
}

const SHOWN = 3;

function problem(stack: TerraformStack, clusterName: string): string[] {
  const pairs = meetings(stack);
  if (pairs.length === 0) return [];
  const shown = pairs
    .slice(0, SHOWN)
    .map(
      ([a, b]) =>
        `${b.resource.terraformResourceType} "${b.name}" (${a.resource.node.path} and ${b.resource.node.path})`,
    )
    .join(", ");
  const all = pairs.length > SHOWN ? `${shown} and ${pairs.length - SHOWN} more` : shown;
  const across = pairs.some(([a]) => TerraformStack.of(a.resource) !== stack);
  const accounts = across
    ? "; where the stacks are for different accounts, say so by allowedAccountIds of their AwsProviders"
    : "";
  return [
    `names must be unique in an account and Region, got ${pairs.length} that two resources have: ${all}; names begin with clusterName and the construct's id, so give each cluster a network with a clusterName of its own, such as "${clusterName}-2"${accounts}`,
  ];
}

/** A network, whose name all names of its cluster begin with. */
type Cluster = IConstruct & { readonly clusterName: string };

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
      const name = kind && (resource as unknown as Values)[`${UNIQUE[resource.terraformResourceType]!.attribute}Input`];
      const own = typeof name === "string" && !isToken(name) && `${name}-`.startsWith(`${network.clusterName}-`);
      return kind !== undefined && own ? [{ kind, name }] : [];
    })
    .sort((a, b) => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1));
}

/** Stacks whose names are checked, by their first network. */
const checked = new WeakSet<TerraformStack>();

/**
 * At synth, refuses resources of two clusters, in one stack or in two of an app, that have one name where AWS takes each name once:
 * the apply would stop half way, or change what is the other's.
 */
export function checkUniqueNames(network: Cluster): void {
  const stack = TerraformStack.of(network);
  // A design that is not written as Terraform has no references to compare.
  if (checked.has(stack) || Tokenization === undefined) return;
  checked.add(stack);
  checkTree(network, () => problem(stack, network.clusterName));
}
