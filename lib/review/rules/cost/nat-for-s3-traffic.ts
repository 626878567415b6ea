import { checkEach, type Rule } from "../../rule";

export const natForS3Traffic: Rule = {
  id: "nat-for-s3-traffic",
  area: "cost",
  severity: "warning",
  clouds: ["aws"],
  title: "S3 traffic through the NAT gateway",
  why: "NAT gateways charge for every GB of dataset and checkpoint traffic in both directions, about 45 USD per TB. An S3 gateway endpoint carries the same traffic for free.",
  fix: "Keep the network's S3 gateway endpoint enabled, or add one to the route tables of an existing VPC.",
  verify:
    "`aws ec2 describe-vpc-endpoints --filters Name=vpc-endpoint-type,Values=Gateway` lists com.amazonaws.REGION.s3.",
  source:
    "https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-s3.html https://aws.amazon.com/vpc/pricing/",
  check: (design) =>
    checkEach(
      design.cluster.networks.filter((n) => n.egress === "nat"),
      (network) =>
        network.objectStorageEndpoint
          ? null
          : {
              path: `networks.${network.name}.s3GatewayEndpoint`,
              value: false,
              allowed: "true; a gateway endpoint is free",
              fix: "enable the S3 gateway endpoint, or add one to the route tables",
            },
    ),
};
