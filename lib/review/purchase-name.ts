const NAMES: Readonly<Record<string, string>> = {
  block: "Capacity Block",
  "capacity-block": "Capacity Block",
  reservation: "capacity reservation",
  spot: "Spot",
  "on-demand": "On-Demand",
};

/** A purchase option as people write it: `capacity-block` is "Capacity Block"; another provider's own word as it is. */
export const purchaseName = (option: string): string => NAMES[option] ?? option;
