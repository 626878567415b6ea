import type { SOUND } from "./sound";

/** One class of flaw: a sound design, what its owner got wrong in it, and what the review has to say. */
export interface Flaw {
  readonly flaw: string;
  readonly in: keyof typeof SOUND;
  /** Pieces of the sound blueprint, each with what stands in its place. */
  readonly change: Readonly<Record<string, string>>;
  /** The rule that has to fire and does not in the sound design. */
  readonly rule?: string;
  /** Part of the error that stops such a design before any rule sees it. */
  readonly error?: string;
  /** Why nothing finds it. */
  readonly whyNot?: string;
}
