import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const singleNatForZones: Rule = {
  id: "single-nat-for-zones",
  area: "reliability",
  severity: "warning",
  clouds: ["aws"],
  title: "Single NAT gateway for several Availability Zones",
  why: "If the gateway's Availability Zone fails, nodes in healthy zones lose internet access too. Traffic to the gateway from other zones is also charged.",
  fix: "Use one NAT gateway per Availability Zone, or keep the cluster in one zone.",
  verify: "`aws ec2 describe-nat-gateways` must list one gateway in each zone with compute subnets.",
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
          allowed: `${zones}, one per zone`,
          fix: set("natGateways", zones),
        };
      },
    ),
};
