import type { Problems } from "../../../errors";
import { blockProblem, openBlock } from "../../../units/client-blocks";
import { isKnown } from "../../common/terraform-text";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";

/** Checks a version of an EKS add-on. */
export function checkAddOnVersion(problems: Problems, name: string, version: string): void {
  if (!isKnown(version) || /^v\d+\.\d+\.\d+-eksbuild\.\d+$/.test(version)) return;
  problems.add(
    "malformed",
    "addOnVersions",
    `addOnVersions of "${name}" must be a version with EKS' build, got "${version}"; write it like "v1.22.4-eksbuild.3"`,
  );
}

/** Checks the names that AWS gives: of people, a topic, a node type. */
export function checkAwsNames(
  problems: Problems,
  { administratorArns, budgetTopicArn, gcsNodeType }: KubeRayClusterProps,
): void {
  for (const arn of administratorArns ?? [])
    if (isKnown(arn) && !/^arn:aws[a-z-]*:iam::\d{12}:(role|user)\/.+$/.test(arn))
      problems.add(
        "malformed",
        "administratorArns",
        `administratorArns must be ARNs of IAM roles or users, got "${arn}"; write it like "arn:aws:iam::111122223333:role/platform"`,
      );
  const twice = (administratorArns ?? []).find((arn, i, all) => isKnown(arn) && all.indexOf(arn) !== i);
  if (twice !== undefined)
    problems.add(
      "duplicate",
      "administratorArns",
      `administratorArns has "${twice}" twice, for whom EKS takes one access entry; name it once`,
    );
  if (
    budgetTopicArn !== undefined &&
    isKnown(budgetTopicArn) &&
    !/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:.+$/.test(budgetTopicArn)
  )
    problems.add(
      "malformed",
      "budgetTopicArn",
      `budgetTopicArn must be the ARN of an SNS topic, got "${budgetTopicArn}"; write it like "arn:aws:sns:us-east-2:111122223333:costs"`,
    );
  if (gcsNodeType !== undefined && isKnown(gcsNodeType) && !/^cache\.[a-z0-9-]+\.[a-z0-9]+$/.test(gcsNodeType))
    problems.add(
      "malformed",
      "gcsNodeType",
      `gcsNodeType must be a node type of ElastiCache, got "${gcsNodeType}"; write it like "cache.t4g.medium"`,
    );
}

/** Checks which blocks pods may call. */
export function checkEgressCidrs(problems: Problems, cidrs: readonly string[]): void {
  cidrs.forEach((cidr, i) => {
    const path = `egressCidrs[${i}]`;
    const wrong = isKnown(cidr) ? blockProblem(cidr) : undefined;
    if (wrong === "malformed")
      problems.add("malformed", path, `${path} must be an IPv4 block such as "203.0.113.0/24", got "${cidr}"`);
    else if (wrong === "open")
      problems.add("not-allowed", path, `${path} "${cidr}" is ${openBlock(cidr)}; leave egressCidrs out for that`);
  });
}

/** Checks that load balancers find their certificates: AWS Certificate Manager keeps them per region. */
export function checkCertificates(problems: Problems, { network, gateway, serving = [] }: KubeRayClusterProps): void {
  const given = [
    { path: "gateway.certificateArn", arn: gateway?.certificateArn },
    ...serving.map(({ certificateArn: arn }, i) => ({ path: `serving[${i}].certificateArn`, arn })),
  ];
  const acl = gateway?.webAclArn;
  const aclRegion = isKnown(acl) ? acl?.split(":")[3] : undefined;
  if (aclRegion !== undefined && aclRegion !== network.region)
    problems.add(
      "conflict",
      "gateway.webAclArn",
      `gateway.webAclArn must be of ${network.region}, the load balancer's region, got ${aclRegion}; make the web ACL there`,
    );
  for (const { path, arn } of given) {
    const region = isKnown(arn) ? /^arn:aws[a-z-]*:acm:([a-z0-9-]+):/.exec(arn)?.[1] : undefined;
    if (region === undefined || region === network.region) continue;
    problems.add(
      "conflict",
      path,
      `${path} must be of ${network.region}, the load balancer's region, got ${region}; request the certificate there`,
    );
  }
}
