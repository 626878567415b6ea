import type { Impact } from "./impact";

/** One thing that a change does, in the words of a cluster. */
export interface Finding {
  readonly impact: Impact;
  /** What it is, and what to do about it. */
  readonly says: string;
  /** The Terraform resources it comes from. */
  readonly addresses: readonly string[];
}
