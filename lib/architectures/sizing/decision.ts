/** One choice that an architecture made for its user, and why; a review meeting reads these first. */
export interface Decision {
  /** What was chosen, in the words of the props: `16 x p5.48xlarge`. */
  readonly choice: string;
  /** The figures that led to it, or `given` where the user chose. */
  readonly why: string;
}

/** A choice that was the user's own. */
export function given(choice: string): Decision {
  return { choice, why: "given" };
}
