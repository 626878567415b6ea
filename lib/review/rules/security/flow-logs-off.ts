import { keepDefault } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const flowLogsOff: Rule = {
  id: "flow-logs-off",
  area: "security",
  severity: "info",
  clouds: ["aws"],
  title: "VPC without flow logs",
  why: "After an incident, the network traffic of the nodes cannot be reconstructed.",
  fix: "Keep `flowLogs` enabled (the default), or enable flow logs on the existing VPC.",
  verify: "`aws ec2 describe-flow-logs` lists a flow log for the VPC.",
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
              fix: keepDefault("flowLogs"),
            },
    ),
};
