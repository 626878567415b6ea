import type { PolicyStatement } from "../../shared/policy";

/** Tag that the controller puts on everything it makes, with the cluster's name. */
const OWN = "elbv2.k8s.aws/cluster";

/** None of these knows resource-level permissions. */
const SEEN = [
  "acm:DescribeCertificate",
  "acm:ListCertificates",
  "ec2:DescribeAccountAttributes",
  "ec2:DescribeAddresses",
  "ec2:DescribeAvailabilityZones",
  "ec2:DescribeInstances",
  "ec2:DescribeInternetGateways",
  "ec2:DescribeNetworkInterfaces",
  "ec2:DescribeRouteTables",
  "ec2:DescribeSecurityGroups",
  "ec2:DescribeSubnets",
  "ec2:DescribeTags",
  "ec2:DescribeVpcPeeringConnections",
  "ec2:DescribeVpcs",
  "ec2:GetSecurityGroupsForVpc",
  "elasticloadbalancing:DescribeCapacityReservation",
  "elasticloadbalancing:DescribeListenerAttributes",
  "elasticloadbalancing:DescribeListenerCertificates",
  "elasticloadbalancing:DescribeListeners",
  "elasticloadbalancing:DescribeLoadBalancerAttributes",
  "elasticloadbalancing:DescribeLoadBalancers",
  "elasticloadbalancing:DescribeRules",
  "elasticloadbalancing:DescribeSSLPolicies",
  "elasticloadbalancing:DescribeTags",
  "elasticloadbalancing:DescribeTargetGroupAttributes",
  "elasticloadbalancing:DescribeTargetGroups",
  "elasticloadbalancing:DescribeTargetHealth",
  "elasticloadbalancing:DescribeTrustStores",
];

const CHANGED = [
  "AddTags",
  "DeleteLoadBalancer",
  "DeleteTargetGroup",
  "ModifyCapacityReservation",
  "ModifyIpPools",
  "ModifyLoadBalancerAttributes",
  "ModifyTargetGroup",
  "ModifyTargetGroupAttributes",
  "RemoveTags",
  "SetIpAddressType",
  "SetSecurityGroups",
  "SetSubnets",
];

const LISTENED = [
  "AddListenerCertificates",
  "CreateListener",
  "CreateRule",
  "DeleteListener",
  "DeleteRule",
  "ModifyListener",
  "ModifyListenerAttributes",
  "ModifyRule",
  "RemoveListenerCertificates",
  "SetRulePriorities",
];

/** What the controller may do to put its load balancers behind a firewall. @see kubernetes-sigs/aws-load-balancer-controller@v3.5.0 docs/install/iam_policy.json */
export function firewallStatements(region: string, webAclArn: string): PolicyStatement[] {
  const balancers = `arn:aws:elasticloadbalancing:${region}:*:loadbalancer/app/*/*`;
  return [
    {
      Sid: "Firewall",
      Effect: "Allow",
      Action: ["wafv2:AssociateWebACL", "wafv2:DisassociateWebACL", "wafv2:GetWebACL"],
      Resource: [webAclArn, balancers],
    },
    { Sid: "FirewallOf", Effect: "Allow", Action: ["wafv2:GetWebACLForResource"], Resource: ["*"] },
    { Sid: "SetFirewall", Effect: "Allow", Action: ["elasticloadbalancing:SetWebAcl"], Resource: [balancers] },
  ];
}

/**
 * Rights of the AWS Load Balancer Controller in a region, to make load balancers and to change its own alone, which carry the cluster's
 * name. Less than its published policy by what is off here: web application firewalls, Shield, Cognito, server certificates in IAM.
 * @see kubernetes-sigs/aws-load-balancer-controller@v3.5.0 docs/install/iam_policy.json
 */
export function loadBalancerStatements(region: string, cluster: string): PolicyStatement[] {
  const group = `arn:aws:ec2:${region}:*:security-group/*`;
  const balancing = (...kinds: string[]) => kinds.map((kind) => `arn:aws:elasticloadbalancing:${region}:*:${kind}`);
  const whole = balancing("targetgroup/*/*", "loadbalancer/net/*/*", "loadbalancer/app/*/*");
  const parts = balancing(
    "listener/net/*/*/*",
    "listener/app/*/*/*",
    "listener-rule/net/*/*/*",
    "listener-rule/app/*/*/*",
  );
  const asked = { StringEquals: { [`aws:RequestTag/${OWN}`]: cluster } };
  const owned = { StringEquals: { [`aws:ResourceTag/${OWN}`]: cluster } };
  return [
    {
      Sid: "ServiceRole",
      Effect: "Allow",
      Action: ["iam:CreateServiceLinkedRole"],
      Resource: ["arn:aws:iam::*:role/aws-service-role/elasticloadbalancing.amazonaws.com/*"],
      Condition: { StringEquals: { "iam:AWSServiceName": "elasticloadbalancing.amazonaws.com" } },
    },
    { Sid: "See", Effect: "Allow", Action: SEEN, Resource: ["*"] },
    {
      // the nodes' groups too: pods must let the balancer in
      Sid: "Rules",
      Effect: "Allow",
      Action: ["ec2:AuthorizeSecurityGroupIngress", "ec2:RevokeSecurityGroupIngress"],
      Resource: [group],
    },
    {
      Sid: "Groups",
      Effect: "Allow",
      Action: ["ec2:CreateSecurityGroup"],
      Resource: [group, `arn:aws:ec2:${region}:*:vpc/*`],
    },
    {
      Sid: "TagNewGroups",
      Effect: "Allow",
      Action: ["ec2:CreateTags"],
      Resource: [group],
      Condition: { StringEquals: { ...asked.StringEquals, "ec2:CreateAction": "CreateSecurityGroup" } },
    },
    {
      Sid: "OwnGroups",
      Effect: "Allow",
      Action: ["ec2:CreateTags", "ec2:DeleteTags", "ec2:DeleteSecurityGroup"],
      Resource: [group],
      Condition: owned,
    },
    {
      Sid: "Make",
      Effect: "Allow",
      Action: ["elasticloadbalancing:CreateLoadBalancer", "elasticloadbalancing:CreateTargetGroup"],
      Resource: ["*"],
      Condition: asked,
    },
    {
      Sid: "TagNew",
      Effect: "Allow",
      Action: ["elasticloadbalancing:AddTags"],
      Resource: whole,
      Condition: {
        StringEquals: {
          ...asked.StringEquals,
          "elasticloadbalancing:CreateAction": ["CreateTargetGroup", "CreateLoadBalancer"],
        },
      },
    },
    {
      Sid: "ChangeOwn",
      Effect: "Allow",
      Action: CHANGED.map((action) => `elasticloadbalancing:${action}`),
      Resource: whole,
      Condition: owned,
    },
    {
      // listeners and rules carry no tag when they are made
      Sid: "Parts",
      Effect: "Allow",
      Action: LISTENED.map((action) => `elasticloadbalancing:${action}`),
      Resource: [...whole, ...parts],
    },
    {
      Sid: "TagParts",
      Effect: "Allow",
      Action: ["elasticloadbalancing:AddTags", "elasticloadbalancing:RemoveTags"],
      Resource: parts,
    },
    {
      Sid: "Targets",
      Effect: "Allow",
      Action: ["elasticloadbalancing:RegisterTargets", "elasticloadbalancing:DeregisterTargets"],
      Resource: balancing("targetgroup/*/*"),
    },
  ];
}
