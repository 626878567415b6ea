import type { CloudTexts, TagRules, TextRule } from "../../common/resource-texts";

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSecurityGroup.html; rules' descriptions take the same (API_IpRange). */
const EC2_GROUP_TEXT: TextRule = {
  form: /^(?!sg-)[a-zA-Z0-9 ._\-:/()#,@[\]+=&;{}!$*]*$/,
  words: "letters, digits, spaces and ._-:/()#,@[]+=&;{}!$*",
  most: 255,
};

/** https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html */
const iamName = (most: number): TextRule => ({
  form: /^[\w+=,.@-]+$/,
  words: "letters, digits and _+=,.@-",
  most,
});

const dashed = (most: number): TextRule => ({ form: /^[a-zA-Z0-9_-]+$/, words: "letters, digits, _ and -", most });

/** No form is documented; length is. */
const anyText = (most: number): TextRule => ({ form: /^/, words: "any text", most });

/** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateLoadBalancer.html; the provider's prefix leaves room for what it adds. */
const balancer = (most: number): TextRule => ({
  form: /^(?!internal-)(?!-)[a-zA-Z0-9-]+$/,
  words: "letters, digits and -",
  most,
});

/** Names and descriptions of what the constructs create, by type; tags are TAG_RULES'. */
export const TEXT_RULES: CloudTexts["types"] = {
  aws_security_group: { name: EC2_GROUP_TEXT, description: EC2_GROUP_TEXT },
  aws_vpc_security_group_ingress_rule: { description: EC2_GROUP_TEXT },
  aws_vpc_security_group_egress_rule: { description: EC2_GROUP_TEXT },
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateLaunchTemplate.html
  aws_launch_template: {
    name: { form: /^[a-zA-Z0-9().\-/_]+$/, words: "letters, digits and ().-/_", least: 3, most: 128 },
    description: anyText(255),
  },
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreatePlacementGroup.html
  aws_placement_group: { name: { form: /^[\x20-\x7e]+$/, words: "ASCII characters", most: 255 } },
  aws_network_interface: { description: anyText(255) },
  aws_iam_role: { name: iamName(64), description: anyText(1000) },
  aws_iam_instance_profile: { name: iamName(128) },
  aws_iam_policy: { name: iamName(128) },
  aws_iam_role_policy: { name: iamName(128) },
  // https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_CreateAutoScalingGroup.html: printable ASCII without colons
  aws_autoscaling_group: { name: { form: /^[\x20-\x39\x3b-\x7e]+$/, words: "ASCII characters but :", most: 255 } },
  aws_autoscaling_policy: { name: { form: /^[\x20-\x7e]+$/, words: "ASCII characters", most: 255 } },
  // https://docs.aws.amazon.com/kms/latest/APIReference/API_CreateKey.html
  aws_kms_key: { description: anyText(8192) },
  // https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html
  aws_cloudwatch_log_group: { name: { form: /^[.\-_/#A-Za-z0-9]+$/, words: "letters, digits and ._-/#", most: 512 } },
  // https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutMetricFilter.html
  aws_cloudwatch_log_metric_filter: { name: { form: /^[^:*]+$/, words: "any characters but : and *", most: 512 } },
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
  aws_cloudwatch_metric_alarm: { alarmName: anyText(255), alarmDescription: anyText(1024) },
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutDashboard.html
  aws_cloudwatch_dashboard: { dashboardName: dashed(255) },
  // https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html
  aws_cloudwatch_event_rule: {
    name: { form: /^[.\-_A-Za-z0-9]+$/, words: "letters, digits and .-_", most: 64 },
    description: anyText(512),
  },
  // https://docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html
  aws_sns_topic: { name: dashed(256) },
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html
  aws_sqs_queue: { name: dashed(80) },
  // https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_CreateSecret.html; the provider adds 26 characters to a prefix
  aws_secretsmanager_secret: {
    name: { form: /^[\w/+=.@!-]+$/, words: "letters, digits and /_+=.@!-", most: 512 },
    namePrefix: { form: /^[\w/+=.@!-]+$/, words: "letters, digits and /_+=.@!-", most: 486 },
    description: anyText(2048),
  },
  // https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html
  aws_ssm_parameter: {
    name: { form: /^\/?[a-zA-Z0-9_.\-/]+$/, words: "letters, digits and _.-/", most: 1011 },
    description: anyText(1024),
  },
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
  aws_s3_bucket: {
    bucket: {
      form: /^(?!xn--|sthree-|amzn-s3-demo-)(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)(?!.*(-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$)[a-z0-9][a-z0-9.-]*[a-z0-9]$/,
      words: "lower-case letters, digits, dots and dashes",
      least: 3,
      most: 63,
    },
    bucketPrefix: {
      form: /^(?!xn--|sthree-|amzn-s3-demo-)[a-z0-9][a-z0-9.-]*$/,
      words: "lower-case letters, digits, dots and dashes",
      most: 37,
    },
  },
  // https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateCluster.html
  aws_eks_cluster: {
    name: { form: /^[0-9A-Za-z][A-Za-z0-9_-]*$/, words: "letters, digits, _ and -", most: 100 },
  },
  // https://docs.aws.amazon.com/eks/latest/userguide/create-managed-node-group.html
  aws_eks_node_group: {
    nodeGroupName: { form: /^[0-9A-Za-z][A-Za-z0-9_-]*$/, words: "letters, digits, _ and -", most: 63 },
  },
  aws_lb: { name: balancer(32), namePrefix: balancer(6) },
  aws_lb_target_group: { name: balancer(32), namePrefix: balancer(6) },
  // https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateReplicationGroup.html
  aws_elasticache_replication_group: {
    replicationGroupId: {
      form: /^[a-zA-Z](?!.*--)[a-zA-Z0-9-]*(?<!-)$/,
      words: "letters, digits and single dashes",
      most: 40,
    },
  },
  aws_elasticache_subnet_group: { name: { form: /^[a-zA-Z0-9-]+$/, words: "letters, digits and -", most: 255 } },
  // https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_Budget.html
  aws_budgets_budget: {
    name: { form: /^(?!.*\/action\/)[^:\\]+$/, words: "any characters but : and \\", most: 100 },
  },
  // https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DomainNameFormat.html
  aws_route53_zone: {
    name: {
      form: /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
      words: "labels of at most 63 lower-case letters, digits and dashes, joined by dots",
      most: 255,
    },
  },
};

/** What every service takes as a tag. https://docs.aws.amazon.com/tag-editor/latest/userguide/best-practices-and-strats.html */
export const TAG_RULES = {
  most: 50,
  key: {
    form: /^(?!aws:)[\p{L}\p{Z}\p{N}_.:/=+\-@]+$/iu,
    words: 'letters, digits, spaces and _.:/=+-@, not beginning with "aws:"',
    least: 1,
    most: 128,
  },
  value: { form: /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u, words: "letters, digits, spaces and _.:/=+-@", most: 256 },
  reserved: { form: /^aws:/i, words: 'begin with "aws:", which AWS keeps for itself' },
} as const satisfies TagRules;

/** What AWS takes as names, descriptions and tags of its resources. */
export const AWS_TEXTS: CloudTexts = { title: "AWS", prefix: "aws_", types: TEXT_RULES, tags: TAG_RULES };
