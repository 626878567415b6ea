import { leaveOut } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const fabricNotSelfReferencing: Rule = {
  id: "fabric-not-self-referencing",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "EFA security group not self-referencing",
  why: "EFA traffic is not IP, so a rule for 0.0.0.0/0 does not cover it. Without self-referencing all-traffic rules, nodes can ping each other, but NCCL hangs with `Unresponsive receiver`.",
  fix: "Let InfiniBandFabric create the security group, or add self-referencing ingress and egress rules for all protocols (-1) to your own.",
  verify:
    "Run `fi_pingpong -p efa` between two nodes, or check that the inbound and outbound rules of the security group reference its own ID.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-start.html#efa-start-security",
  check: (design) =>
    checkEach(
      design.cluster.fabrics.flatMap(({ name, kind, aws }) => (kind === "efa" && aws ? [{ name, ...aws }] : [])),
      (fabric) => {
        // a given group's rules are preflight.sh's to look at
        const missing = [
          fabric.selfIngress === false ? "ingress" : [],
          fabric.selfEgress === false ? "egress" : [],
        ].flat();
        return missing.map((direction) => ({
          path: `fabrics.${fabric.name}.${direction}`,
          value: "no self-referencing rule",
          allowed: `a self-referencing ${direction} rule for all protocols`,
          fix: [
            `add a self-referencing all-traffic ${direction} rule to the fabric's security group`,
            leaveOut("securityGroupId"),
          ],
        }));
      },
    ),
};
