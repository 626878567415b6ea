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
  title: "purchase option that the instance type is not sold under",
  why: "The request can never be filled: some GPU types have no spot or no on-demand market, and few have Capacity Blocks.",
  fix: "Take one of the options that the finding lists.",
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
