import type { Design } from "../design";
import type { Figures } from "./every-figure";

export type { Figures };

const known = new WeakMap<Design, Figures>();

/** The design's figures, worked out once and shared by all rules that ask. */
export function figuresOf(design: Design): Figures {
  const before = known.get(design);
  if (before !== undefined) return before;
  // Read here: who explains a rule needs none of the sizing that its check asks for.
  const { workedOut } = require("./worked-out") as typeof import("./worked-out");
  const figures = workedOut(design);
  known.set(design, figures);
  return figures;
}
