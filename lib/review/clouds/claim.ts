/** What one part of the design takes of a quota. */
export interface Claim {
  /** Quota code; null where the catalog knows none for what is asked. */
  readonly code: string | null;
  readonly needed: number;
  readonly because: string;
  /** What a quota without a code limits: `Spot Instances of p6-b200.48xlarge`. */
  readonly limits?: string;
}

/** A quota, by the code of its cloud, and what a design takes of it. */
export interface QuotaNeeded {
  readonly service: string;
  readonly name: string;
  readonly code: string;
  readonly needed: number;
}
