import { addressesPerNode, efaCount } from "../../../model/nic-layout";
import { checkEach, type Rule } from "../../rule";

export const efaLayoutWastesAddresses: Rule = {
  id: "efa-layout-wastes-addresses",
  area: "fabric",
  severity: "info",
  clouds: ["aws"],
  title: "an IP address on every EFA card",
  why: "Interfaces of type efa take an address each, 32 a p5 node. Subnets run dry at node counts far below their size, and the addresses carry no traffic that the fabric needs.",
  fix: 'Set the fabric\'s `nicLayout` to "ip-saving", or "ena-bandwidth" where IP bandwidth is wanted.',
  verify: "Count the private addresses of a node's interfaces in the EC2 console; one is enough for the fabric.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool, fabric }) => fabric?.kind === "efa" && efaCount(pool.networkInterfaces) > 1),
      ({ pool, path, fabric }) => {
        const addresses = addressesPerNode(pool.networkInterfaces);
        if (fabric?.nicLayout !== "legacy-all-efa" || addresses < 2) return null;
        return {
          path: `${path}.networkInterfaces`,
          value: `${addresses} addresses a node`,
          allowed: "1 address a node with ip-saving",
          fix: `set nicLayout of fabric ${fabric.name} to "ip-saving"`,
        };
      },
    ),
};
