/** What one part of the design costs while everything runs. */
export interface CostPart {
  /** `17 x p5.48xlarge (h100)`. */
  readonly name: string;
  readonly kind: "compute" | "head" | "network" | "storage" | "other";
  /** US dollars an hour with every node up; null where the catalog has no price. */
  readonly usdPerHour: number | null;
  /** The part that is billed with no node up. */
  readonly usdPerHourIdle: number | null;
  /** Region and day of the price, and what stands in for what. */
  readonly note: string;
  /** Billed by the GB, for the traffic that the workload makes. */
  readonly metered?: true;
}
