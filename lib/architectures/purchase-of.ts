import type { Capacity } from "../clouds/aws/pools/capacity";
import type { Purchase } from "./candidate-cluster";

const PURCHASES: Readonly<Record<Capacity["kind"], Purchase>> = {
  block: "capacity-block",
  reservation: "on-demand",
  // Not in the catalogue: spot prices change by the hour. On-demand is the most that spot costs.
  spot: "on-demand",
  "on-demand": "on-demand",
};

/** The price that the first of some capacity sources is reckoned with. */
export function purchaseOf(capacity: readonly Capacity[]): Purchase {
  return capacity[0] === undefined ? "on-demand" : PURCHASES[capacity[0].kind];
}
