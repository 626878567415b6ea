import { checkEach, type Rule } from "../../rule";

export const fabricNotSelfReferencing: Rule = {
  id: "fabric-not-self-referencing",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "EFA security group without a rule to itself in both directions",
  why: "EFA's protocol is not IP, so a rule to 0.0.0.0/0 does not cover it. Without an all-protocol rule from and to the group itself the nodes reach each other by ping and hang in NCCL with `Unresponsive receiver`.",
  fix: "Let InfiniBandFabric make the security group, or add to yours an ingress and an egress rule, protocol -1, whose source and target is the group itself.",
  verify:
    "Run `fi_pingpong -p efa` between two nodes, or look for a rule to the group's own id under both tabs of the security group.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-start.html#efa-start-security",
  check: (design) =>
    checkEach(
      design.cluster.fabrics.filter(({ kind }) => kind === "efa"),
      (fabric) => {
        // a given group's rules are preflight.sh's to look at
        const missing = [
          fabric.selfIngress === false ? "ingress" : [],
          fabric.selfEgress === false ? "egress" : [],
        ].flat();
        return missing.map((direction) => ({
          path: `fabrics.${fabric.name}.${direction}`,
          value: "no rule to itself",
          allowed: `an ${direction} rule, all protocols, to the group itself`,
          fix: `add a self-referencing all-traffic ${direction} rule to the fabric's security group`,
        }));
      },
    ),
};
