import { checkEach, type Rule } from "../../rule";

export const paidCapacityBehindOnDemand: Rule = {
  id: "paid-capacity-behind-on-demand",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "reserved capacity behind on-demand in the order of sources",
  why: "The order is the order of trying. On-demand nodes start first and are billed while the reservation, paid for anyway, stays empty.",
  fix: "Put blocks and reservations first, then spot or on-demand.",
  verify:
    "`aws ec2 describe-capacity-reservations --query 'CapacityReservations[].AvailableInstanceCount'` while a job runs on on-demand nodes.",
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
                  allowed: "paid capacity first",
                  fix: `move the ${c.kind} to the front of capacity`,
                },
              ]
            : [],
        );
      },
    ),
};
