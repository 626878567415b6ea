import { checkEach, type Rule } from "../../rule";

export const natForS3Traffic: Rule = {
  id: "nat-for-s3-traffic",
  area: "cost",
  severity: "warning",
  clouds: ["aws"],
  title: "S3 traffic through the NAT gateway",
  why: "Datasets and checkpoints then cost the NAT gateway's price a GB, both ways, for a path that a gateway endpoint gives for nothing: some 45 USD a TB.",
  fix: "Leave the network's S3 gateway endpoint on, or add one to an existing VPC's route tables.",
  verify:
    "`aws ec2 describe-vpc-endpoints --filters Name=vpc-endpoint-type,Values=Gateway` lists com.amazonaws.REGION.s3.",
  source:
    "https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-s3.html https://aws.amazon.com/vpc/pricing/",
  check: (design) =>
    checkEach(
      design.cluster.networks.filter((n) => n.egress === "nat"),
      (network) =>
        network.s3GatewayEndpoint
          ? null
          : {
              path: `networks.${network.name}.s3GatewayEndpoint`,
              value: false,
              allowed: "true: a gateway endpoint costs nothing",
              fix: "leave the S3 gateway endpoint on, or add one to the route tables",
            },
    ),
};
