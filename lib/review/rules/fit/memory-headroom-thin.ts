import { figuresOf } from "../../figures/figures";
import { gib, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const memoryHeadroomThin: Rule = {
  id: "memory-headroom-thin",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "layout whose memory may not suffice at the upper end of its range",
  why: "Fragmentation, longer sequences and logging take what is left, and the run fails hours or days after its start.",
  fix: "Use more nodes, a smaller microbatch, more recomputation, or GPUs with more memory.",
  verify: "Log `torch.cuda.memory_reserved()` of the first pipeline stage for a thousand steps.",
  source: "https://docs.pytorch.org/docs/stable/notes/cuda.html#memory-management",
  check: (design) =>
    checkEach(
      [figuresOf(design).training].flatMap((t) => (t?.memoryBytes ? [{ ...t, memoryBytes: t.memoryBytes }] : [])),
      (t) =>
        t.memoryBytes.high <= t.memoryLimitBytes
          ? null
          : {
              path: `pools.${t.pool}.instanceType`,
              value: rangeOf(t.memoryBytes, gib),
              allowed: `${gib(t.memoryLimitBytes)} even at the upper end`,
              fix: "add nodes, or use a GPU with more memory",
            },
    ),
};
