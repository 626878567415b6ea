import type { CapacitySource } from "../../../model/model";
import type { Design } from "../../design";
import { checkEach, type Rule } from "../../rule";

interface Use {
  readonly path: string;
  readonly source: CapacitySource;
  readonly pool: string;
}

/** Every use of a reservation that has an id. */
function uses(design: Design): Map<string, Use[]> {
  const byId = new Map<string, Use[]>();
  for (const p of design.pools) {
    p.pool.capacity.forEach((source, i) => {
      if (source.reservationId === null) return;
      const use = { path: `${p.path}.capacity[${i}]`, source, pool: p.pool.name };
      byId.set(source.reservationId, [...(byId.get(source.reservationId) ?? []), use]);
    });
  }
  return byId;
}

export const reservationPromisedTwice: Rule = {
  id: "reservation-promised-twice",
  area: "capacity",
  severity: "error",
  clouds: "all",
  title: "Capacity reservation oversubscribed",
  why: "Pools that share a reservation each count all of its instances. The last one to launch fails with `InsufficientInstanceCapacity`.",
  fix: "Split the reservation's instances between the pools by setting `nodes` on each.",
  verify:
    "On AWS, `aws ec2 describe-capacity-reservations --query 'CapacityReservations[].TotalInstanceCount'` must be at least the sum of all pools; on Azure, the capacities that `az capacity reservation list --resource-group GROUP --capacity-reservation-group RESERVATIONS --query '[].[name,sku.capacity]'` prints must be.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-reservations.html",
  check: (design) =>
    checkEach([...uses(design)], ([id, users]) => {
      if (users.length < 2) return null;
      const open = users.filter((u) => u.source.nodes === null);
      if (open.length === 0) return null;
      return open.map((u) => ({
        path: `${u.path}.nodes`,
        value: `all of ${id}, shared by ${users.length} sources`,
        allowed: "a node count on each source",
        fix: "set nodes on each source that uses the reservation",
      }));
    }),
};
