import { checkEach, type Rule } from "../../rule";

export const vpcDnsOff: Rule = {
  id: "vpc-dns-off",
  area: "network",
  severity: "error",
  clouds: ["aws"],
  title: "VPC without DNS support or DNS hostnames",
  why: "Nodes resolve the head node, file systems and endpoints by DNS name. Without both settings, mounts fail and private endpoints resolve to public IP addresses.",
  fix: "Enable `enable_dns_support` and `enable_dns_hostnames` on the VPC.",
  verify: "`aws ec2 describe-vpc-attribute --attribute enableDnsHostnames` and `enableDnsSupport` both print true.",
  source: "https://docs.aws.amazon.com/vpc/latest/userguide/vpc-dns.html",
  check: (design) =>
    checkEach(design.cluster.networks, (network) =>
      (["dnsSupport", "dnsHostnames"] as const)
        .filter((prop) => !network[prop])
        .map((prop) => ({
          path: `networks.${network.name}.${prop}`,
          value: false,
          allowed: "true",
          fix: `enable ${prop}`,
        })),
    ),
};
