import { checkEach, type Rule } from "../../rule";

/** Security groups of an interface that an account starts with, and that AWS raises it to at most. */
const TO_START_WITH = 5;
const AT_MOST = 16;

export const securityGroupsAboveQuota: Rule = {
  id: "security-groups-above-quota",
  area: "network",
  severity: "warning",
  clouds: ["aws"],
  title: "nodes whose interfaces have more security groups than an account starts with",
  why: "Each mounted file system brings a group of its own beside those of the pool, the fabric and the scheduler; with the sixth EC2 refuses to launch nodes (SecurityGroupsPerInterfaceLimitExceeded).",
  fix: "Request quota L-2AFB9258, or give several file systems one `clientSecurityGroupId`.",
  verify:
    "`aws service-quotas get-service-quota --service-code vpc --quota-code L-2AFB9258`, against the launch template.",
  source: "https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html#vpc-limits-security-groups",
  check: (design) =>
    checkEach(
      design.pools.flatMap(({ pool, path }) =>
        pool.securityGroups === undefined ? [] : [{ groups: pool.securityGroups, path }],
      ),
      ({ groups, path }) =>
        groups <= TO_START_WITH
          ? null
          : {
              path: `${path}.mounts`,
              value: `${groups} security groups on each interface`,
              allowed: `${TO_START_WITH}, or ${AT_MOST} once the quota is raised`,
              fix:
                groups <= AT_MOST
                  ? `request ${groups} for vpc L-2AFB9258, or mount fewer file systems`
                  : "mount fewer file systems, or let them share a client security group",
            },
    ),
};
