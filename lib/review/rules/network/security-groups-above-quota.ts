import { checkEach, type Rule } from "../../rule";

/** Security groups of an interface that an account starts with, and that AWS raises it to at most. */
const TO_START_WITH = 5;
const AT_MOST = 16;

export const securityGroupsAboveQuota: Rule = {
  id: "security-groups-above-quota",
  area: "network",
  severity: "warning",
  clouds: ["aws"],
  title: "Security groups per network interface above the default quota",
  why: "Each mounted file system adds a security group to those of the pool, fabric and scheduler. With a sixth group, EC2 rejects the launch (`SecurityGroupsPerInterfaceLimitExceeded`).",
  fix: "Request an increase of quota L-2AFB9258, or share one `clientSecurityGroupId` between file systems.",
  verify:
    "`aws service-quotas get-service-quota --service-code vpc --quota-code L-2AFB9258` must be at least the number of groups in the launch template.",
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
              value: `${groups} security groups per interface`,
              allowed: `${TO_START_WITH} by default, ${AT_MOST} after a quota increase`,
              fix:
                groups <= AT_MOST
                  ? `request ${groups} for vpc L-2AFB9258, or mount fewer file systems`
                  : "mount fewer file systems, or share one client security group",
            },
    ),
};
