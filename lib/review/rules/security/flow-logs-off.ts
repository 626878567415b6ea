import { checkEach, type Rule } from "../../rule";

export const flowLogsOff: Rule = {
  id: "flow-logs-off",
  area: "security",
  severity: "info",
  clouds: ["aws"],
  title: "network without flow logs",
  why: "After an incident nobody can say which node talked to whom.",
  fix: "Leave `flowLogs` on, or turn them on in the existing VPC.",
  verify: "`aws ec2 describe-flow-logs` lists one for the VPC.",
  source: "https://docs.aws.amazon.com/vpc/latest/userguide/flow-logs.html",
  check: (design) =>
    checkEach(
      design.cluster.networks.filter((n) => !n.existing),
      (network) =>
        network.flowLogs
          ? null
          : {
              path: `networks.${network.name}.flowLogs`,
              value: false,
              allowed: "true",
              fix: "leave flowLogs at its default",
            },
    ),
};
