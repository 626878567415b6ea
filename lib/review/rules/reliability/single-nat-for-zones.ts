import { checkEach, type Rule } from "../../rule";

export const singleNatForZones: Rule = {
  id: "single-nat-for-zones",
  area: "reliability",
  severity: "warning",
  clouds: ["aws"],
  title: "one NAT gateway for nodes in several zones",
  why: "When the gateway's zone fails, nodes in the healthy zones lose their way out too; and traffic to it from other zones is charged.",
  fix: "Use a NAT gateway a zone, or keep the cluster in one zone.",
  verify: "`aws ec2 describe-nat-gateways` against the zones of the compute subnets.",
  source: "https://docs.aws.amazon.com/vpc/latest/userguide/nat-gateway-basics.html",
  check: (design) =>
    checkEach(
      design.cluster.networks.filter((n) => n.egress === "nat" && n.natGateways > 0),
      (network) => {
        const zones = new Set(network.computeSubnets.map((s) => s.availabilityZone)).size;
        if (zones < 2 || network.natGateways >= zones) return null;
        return {
          path: `networks.${network.name}.natGateways`,
          value: `${network.natGateways} for ${zones} zones`,
          allowed: `${zones}, one a zone`,
          fix: `set natGateways to ${zones}`,
        };
      },
    ),
};
