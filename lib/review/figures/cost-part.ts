import type { PurchaseOption } from "../../catalog/types";

/** What one part of the design costs while everything runs. */
export interface CostPart {
  /** `17 x p5.48xlarge (h100)`. */
  readonly name: string;
  readonly kind: "compute" | "head" | "network" | "storage" | "other";
  /** US dollars an hour with every node up; null where the catalog has no price. */
  readonly usdPerHour: number | null;
  /** With every node of the cheapest type that launches may take; absent where they take one. */
  readonly usdPerHourLeast?: number;
  /** The part that is billed with no node up. */
  readonly usdPerHourIdle: number | null;
  /** Region and day of the price, and what stands in for what. */
  readonly note: string;
  /** Region that the price is of, which is another where the catalog has none for the design's; null without a price. */
  readonly priceRegion: string | null;
  /** Day the price was in force, and day a person last checked it; null without a price. */
  readonly pricedOn: string | null;
  readonly checkedOn: string | null;
  /** Purchase option of its nodes that the catalog has no price of, so that they are counted at the On-Demand price. */
  readonly insteadOf?: PurchaseOption;
  /** Billed by the GB, for the traffic that the workload makes. */
  readonly metered?: true;
  /** Nodes that the site owns, at what the owner's quote comes to. */
  readonly owned?: true;
  /** What buckets hold, billed by the GB-month. */
  readonly contents?: true;
}
