import { add } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const computeInPublicSubnet: Rule = {
  id: "compute-in-public-subnet",
  area: "security",
  severity: "warning",
  clouds: "all",
  title: "Nodes in a public subnet",
  why: "Every node has a public IP address and is one security group rule away from internet access.",
  fix: "Use private compute subnets, and connect through Session Manager.",
  verify:
    "On AWS, `aws ec2 describe-instances --query 'Reservations[].Instances[].PublicIpAddress'` prints nothing for the cluster's nodes; on Azure, `az vm list-ip-addresses --resource-group GROUP --query '[].virtualMachine.network.publicIpAddresses[].ipAddress'` does.",
  source: "https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-9",
  check: (design) =>
    checkEach(
      design.cluster.networks.filter((n) => n.computeSubnets.length > 0),
      (network) =>
        network.computeSubnets
          .filter((s) => s.public)
          .map((s) => ({
            path: `networks.${network.name}.computeSubnets`,
            value: `public subnet${s.availabilityZone === null ? "" : ` in ${s.availabilityZone}`}`,
            allowed: "private subnets",
            fix: add("private-subnets"),
          })),
    ),
};
