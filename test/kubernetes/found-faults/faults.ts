import { BLOCKERS } from "./blockers";
import { MINOR } from "./minor";
import { SECURITY } from "./security";
import { SERIOUS } from "./serious";

/** A fault that users of a cluster on Kubernetes met, what holds that it does not come back, and what of it is still so. */
export interface Fault {
  readonly id: string;
  /** What went wrong. */
  readonly was: string;
  /** Tests that fail where it comes back: titles by file. */
  readonly tests?: Readonly<Record<string, readonly string[]>>;
  /** What docs/limits.md says of that which is still so. */
  readonly limit?: string;
  /** The fault itself, to be put back: file, text, what stands there with the fault. One of `tests` fails with it. */
  readonly plant?: readonly [file: string, text: string, fault: string];
}

export const FAULTS: readonly Fault[] = [...BLOCKERS, ...SERIOUS, ...MINOR, ...SECURITY];
