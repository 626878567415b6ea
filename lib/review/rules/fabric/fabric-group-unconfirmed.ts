import { leaveOut } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const fabricGroupUnconfirmed: Rule = {
  id: "fabric-group-unconfirmed",
  area: "fabric",
  severity: "info",
  clouds: ["aws"],
  title: "Rules of an existing EFA security group not known",
  why: "EFA needs self-referencing rules for all protocols in both directions. The design names a security group that exists already, so its rules are not in the design: if one is missing, nodes can ping each other, and NCCL hangs at the first collective.",
  fix: "Confirm the rules with `preflight.sh` before the first job, or omit `securityGroupId` so that the fabric creates its own security group.",
  verify:
    "`aws ec2 describe-security-group-rules --filters Name=group-id,Values=GROUP` lists an ingress and an egress rule with IpProtocol -1 that reference the group itself.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-start.html#efa-start-security",
  check: (design) =>
    checkEach(
      design.cluster.fabrics.flatMap(({ name, kind, aws }) => (kind === "efa" && aws ? [{ name, ...aws }] : [])),
      ({ name, selfIngress, selfEgress }) => {
        const unknown = [selfIngress === null ? "ingress" : [], selfEgress === null ? "egress" : []].flat();
        if (unknown.length === 0) return null;
        return {
          path: `fabrics.${name}.securityGroupId`,
          value: `${unknown.join(" and ")} rules of an existing security group`,
          allowed: "self-referencing rules for all protocols in both directions",
          fix: ["run preflight.sh, which reads the rules of the group", leaveOut("securityGroupId")],
        };
      },
    ),
};
