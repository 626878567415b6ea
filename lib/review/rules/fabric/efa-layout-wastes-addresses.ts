import { interfacesOf } from "../../../model/aws/aws-model";
import { addressesPerNode, efaCount } from "../../../model/aws/nic-layout";
import { set } from "../../../remedies/remedy";
import { counted } from "../../../units/quantity";
import { checkEach, type Rule } from "../../rule";

export const efaLayoutWastesAddresses: Rule = {
  id: "efa-layout-wastes-addresses",
  area: "fabric",
  severity: "info",
  clouds: ["aws"],
  title: "One IP address per EFA card",
  why: "Each interface of type efa uses one IP address, 32 per p5 node. Subnets run out of addresses at low node counts, although EFA traffic does not need them.",
  fix: 'Set the fabric\'s `nicLayout` to "ip-saving", or "ena-bandwidth" if you need ENA bandwidth on every card.',
  verify: "Count the private IP addresses of a node in the EC2 console; EFA needs only one.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool, fabric }) => fabric?.kind === "efa" && efaCount(interfacesOf(pool)) > 1),
      ({ pool, path, fabric }) => {
        const addresses = addressesPerNode(interfacesOf(pool));
        if (fabric?.aws?.nicLayout !== "legacy-all-efa" || addresses < 2) return null;
        return {
          path: `${path}.networkInterfaces`,
          value: `${counted(addresses, "addresses")} per node`,
          allowed: "1 address per node with ip-saving",
          fix: set("nicLayout", "ip-saving"),
        };
      },
    ),
};
