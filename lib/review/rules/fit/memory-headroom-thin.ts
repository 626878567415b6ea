import { gib } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

/** The upper end of the formulas, and that of published runs where the report's range ends elsewhere. */
function upTo(formulas: number, published: number): string {
  return published <= formulas
    ? `up to ${gib(formulas)}`
    : `up to ${gib(formulas)} by the formulas, ${gib(published)} by published runs`;
}

export const memoryHeadroomThin: Rule = {
  id: "memory-headroom-thin",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "GPU memory may run out at the upper end of the estimate",
  why: "Fragmentation, longer sequences and logging use up the remaining memory, and the run fails with an out-of-memory error hours or days after it starts.",
  fix: "Use more nodes, a smaller microbatch, more recomputation, or GPUs with more memory.",
  verify: "Log `torch.cuda.memory_reserved()` on the first pipeline stage for 1,000 steps.",
  source: "https://docs.pytorch.org/docs/stable/notes/cuda.html#memory-management",
  check: (design) =>
    checkEach(
      [figuresOf(design).training].flatMap((t) =>
        t?.memoryBytesAtMost ? [{ ...t, atMost: t.memoryBytesAtMost }] : [],
      ),
      (t) =>
        t.atMost <= t.memoryLimitBytes
          ? null
          : {
              path: `pools.${t.pool}.instanceType`,
              value: upTo(t.atMost, t.memoryBytes?.high ?? 0),
              allowed: `${gib(t.memoryLimitBytes)} or less at the upper end of the estimate`,
              fix: "add nodes, or use a GPU with more memory",
            },
    ),
};
