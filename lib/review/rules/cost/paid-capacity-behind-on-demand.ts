import { checkEach, type Rule } from "../../rule";

export const paidCapacityBehindOnDemand: Rule = {
  id: "paid-capacity-behind-on-demand",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "Prepaid capacity ordered after On-Demand",
  why: "Sources are tried in order. On-Demand nodes launch first and are billed while the reservation, which is already paid for, stays unused.",
  fix: "List blocks and reservations first, then Spot or On-Demand.",
  verify:
    "While a job runs on On-Demand nodes, look for reserved ones that are free: on AWS, `aws ec2 describe-capacity-reservations --query 'CapacityReservations[].AvailableInstanceCount'` counts them; on Azure, `az capacity reservation show --instance-view --resource-group GROUP --capacity-reservation-group RESERVATIONS --capacity-reservation-name NAME --query instanceView.utilizationInfo` lists the VMs that use a reservation.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservations-pricing-billing.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => pool.capacity.some((c) => c.kind === "block" || c.kind === "reservation")),
      ({ pool, path }) => {
        const firstMarket = pool.capacity.findIndex((c) => c.kind === "on-demand" || c.kind === "spot");
        if (firstMarket < 0) return null;
        return pool.capacity.flatMap((c, i) =>
          (c.kind === "block" || c.kind === "reservation") && i > firstMarket
            ? [
                {
                  path: `${path}.capacity[${i}]`,
                  value: `${c.kind} after ${pool.capacity[firstMarket]?.kind}`,
                  allowed: "prepaid capacity first",
                  fix: `move the ${c.kind} to the front of capacity`,
                },
              ]
            : [],
        );
      },
    ),
};
