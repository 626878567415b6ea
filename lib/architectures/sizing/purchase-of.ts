import type { CapacitySource } from "../../model/model";
import type { Purchase } from "./candidate-cluster";

const PURCHASES: Readonly<Record<CapacitySource["kind"], Purchase>> = {
  block: "capacity-block",
  reservation: "on-demand",
  // Not in the catalog: spot prices change by the hour. On-demand is the most that spot costs.
  spot: "on-demand",
  "on-demand": "on-demand",
};

/** The price that the first of some capacity sources is reckoned with. */
export function purchaseOf([first]: readonly Pick<CapacitySource, "kind">[]): Purchase {
  return first === undefined ? "on-demand" : PURCHASES[first.kind];
}
