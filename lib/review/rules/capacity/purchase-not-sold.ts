import type { PurchaseOption } from "../../../catalog/types";
import type { CapacitySource } from "../../../model/model";
import { checkEach, type Rule } from "../../rule";

const needs: Record<CapacitySource["kind"], PurchaseOption | null> = {
  block: "capacity-block",
  reservation: null,
  spot: "spot",
  "on-demand": "on-demand",
};

export const purchaseNotSold: Rule = {
  id: "purchase-not-sold",
  area: "capacity",
  severity: "error",
  clouds: ["aws"],
  title: "Purchase option not offered for the instance type",
  why: "The request is never fulfilled: some GPU types are not offered as Spot or On-Demand, and only a few as Capacity Blocks.",
  fix: "Use a purchase option listed in the finding.",
  verify:
    "`aws ec2 describe-instance-types --query 'InstanceTypes[].SupportedUsageClasses'` lists on-demand, spot, capacity-block.",
  source:
    "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-prerequisites.html https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-spot-instances.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool, type }) => type !== null && type.purchase.length > 0 && pool.capacity.length > 0),
      ({ pool, path, type }) =>
        pool.capacity.flatMap((source, i) => {
          const option = needs[source.kind];
          if (option === null || type?.purchase.includes(option)) return [];
          const fix = `use ${type?.purchase.filter((p) => ["on-demand", "spot", "capacity-block"].includes(p)).join(" or ") || "a reservation"}`;
          return { path: `${path}.capacity[${i}]`, value: source.kind, allowed: type?.purchase.join(", ") ?? "", fix };
        }),
    ),
};
