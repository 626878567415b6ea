import { interfacesOf } from "../../../model/aws/aws-model";
import { add } from "../../../remedies/remedy";
import { counted } from "../../../units/quantity";
import { checkEach, type Rule } from "../../rule";

export const multiNicInPublicSubnet: Rule = {
  id: "multi-nic-in-public-subnet",
  area: "network",
  severity: "error",
  clouds: ["aws"],
  title: "Multi-card instances in a subnet that assigns public IP addresses",
  why: "EC2 does not assign a public IP address to an instance with more than one network interface, so every launch of the pool fails.",
  fix: "Use private subnets with a NAT gateway or VPC endpoints, as ClusterNetwork does.",
  verify:
    "`aws ec2 describe-subnets --query 'Subnets[].MapPublicIpOnLaunch'` must print false for the compute subnets.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-instance-addressing.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => interfacesOf(pool).length > 1),
      ({ pool, path }) => {
        const subnets = design.cluster.networks.flatMap((n) => n.computeSubnets);
        const mine = subnets.filter(
          (s) => pool.availabilityZone === null || s.availabilityZone === pool.availabilityZone,
        );
        if (!mine.some((s) => s.public)) return null;
        return {
          path: `${path}.networkInterfaces`,
          value: `${counted(interfacesOf(pool).length, "interfaces")} in a public subnet`,
          allowed: "a private subnet",
          fix: add("private-subnets"),
        };
      },
    ),
};
