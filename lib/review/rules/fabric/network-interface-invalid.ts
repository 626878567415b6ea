import type { NetworkCard } from "../../../catalog/types";
import { interfacesOf } from "../../../model/aws/aws-model";
import type { AwsNetworkInterface } from "../../../model/model";
import { checkEach, type Rule } from "../../rule";

/** What EC2 refuses about one interface of a node, each with what it would take. */
function problem(i: AwsNetworkInterface, card: NetworkCard | undefined, twice: boolean): string | null {
  if (card === undefined) return "a network card of the instance type";
  if (i.deviceIndex >= card.maxInterfaces) return `device index 0 to ${card.maxInterfaces - 1} on card ${card.index}`;
  if (i.interfaceType !== "interface" && !card.efa) return `interface on card ${card.index}, which has no EFA`;
  if (i.networkCardIndex === 0 && i.deviceIndex === 0 && i.interfaceType === "efa-only") {
    return "interface or efa for the primary interface, which needs an IP address";
  }
  return twice ? "each card and device index only once" : null;
}

const place = (i: AwsNetworkInterface) => `card${i.networkCardIndex}/device${i.deviceIndex}`;

export const networkInterfaceInvalid: Rule = {
  id: "network-interface-invalid",
  area: "fabric",
  severity: "error",
  clouds: ["aws"],
  title: "Network interface not supported by the network card",
  why: "EC2 rejects the launch for EFA on a card without EFA (card 0 of p6-b300), a device index above the card's maximum, an efa-only primary interface, or a duplicate card and device index.",
  fix: "Let the pool derive its interfaces from the catalog with `nicLayout`.",
  verify:
    "`aws ec2 describe-instance-types --query 'InstanceTypes[].NetworkInfo.NetworkCards'` shows each card's MaximumNetworkInterfaces and, since 2025, whether it supports EFA.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ type, pool }) => type !== null && interfacesOf(pool).length > 0),
      ({ pool, path, type }) =>
        interfacesOf(pool).flatMap((i, n) => {
          const card = type?.networkCards.find((c) => c.index === i.networkCardIndex);
          const twice = interfacesOf(pool)
            .slice(0, n)
            .some((other) => place(other) === place(i));
          const allowed = problem(i, card, twice);
          if (allowed === null) return [];
          const fix = "use the fabric's nicLayout";
          return { path: `${path}.networkInterfaces.${place(i)}`, value: i.interfaceType, allowed, fix };
        }),
    ),
};
