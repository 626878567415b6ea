import { borderlineText } from "../../../sizing/parallelism/plan-explanation";
import { gib, percent, rangeOf } from "../../../units/quantity";
import type { Design } from "../../design";
import { figuresOf } from "../../figures/figures";
import type { ServingFigures } from "../../figures/serving/serving";
import type { TrainingFigures } from "../../figures/training";
import { type Breach, DOES_NOT_APPLY, type Outcome, type Rule } from "../../rule";

/** Share of the memory that the expected figure has to leave; with less, a longer sequence alone may run out of it. */
const HEADROOM = 0.05;

/** The upper end of the formulas, and that of published runs where the report's range ends elsewhere. */
function upTo(formulas: number, published: number): string {
  return published <= formulas
    ? `up to ${gib(formulas)}`
    : `up to ${gib(formulas)} by the formulas, ${gib(published)} by published runs`;
}

/** A layout that certainly fits costs nothing, where there is one; nodes and larger GPUs do. */
function roomFor({ smaller }: NonNullable<TrainingFigures["memoryFit"]>): string {
  const hardware = "add nodes, or use a GPU with more memory";
  return smaller?.verdict === "fits"
    ? `take ${smaller.option}: ${rangeOf(smaller.bytes, gib)}, which fits; or ${hardware}`
    : hardware;
}

/** A run whose memory reaches above the GPU's: by the formulas, or by the published runs of its family alone. */
function ofRun(t: TrainingFigures): Breach[] {
  const { memoryBytes, memoryBytesAtMost: atMost, memoryFit: fit, memoryLimitBytes: limit } = t;
  if (atMost === null || memoryBytes === null || fit === null) return [];
  const likely = atMost > limit || memoryBytes.expected > (1 - HEADROOM) * limit;
  if (!likely && fit.verdict === "fits") return [];
  return [
    {
      path: `pools.${t.pool}.instanceType`,
      value: upTo(atMost, memoryBytes.high),
      allowed: `${gib(limit)} or less at the upper end of the estimate`,
      fix: likely ? roomFor(fit) : borderlineText(fit, fit.smaller),
      ...(likely ? {} : { severity: "info" as const }),
    },
  ];
}

/** A replica whose weights and engine leave room for a request by some published engines, and by others not. */
function ofService(s: ServingFigures): Breach[] {
  if (!s.fits || s.memoryFit === "fits") return [];
  const { low, expected } = s.kvCacheBytes;
  const share = expected / s.memoryLimitBytes;
  return [
    {
      path: `pools.${s.pool}.instanceType`,
      value: `${gib(expected)} left for the KV cache (${percent(share)}), ${gib(Math.max(0, low))} by published engines`,
      allowed: "room for a request at the lower end of the estimate",
      fix: "the engine's activations and graphs decide: start it once, or set a larger tensorParallel, FP8 weights or a GPU with more memory",
      ...(share < HEADROOM ? {} : { severity: "info" as const }),
    },
  ];
}

function check(design: Design): Outcome {
  const { training, serving } = figuresOf(design);
  if (!training?.fits && !serving?.fits) return DOES_NOT_APPLY;
  return [...(training ? ofRun(training) : []), ...(serving ? ofService(serving) : [])];
}

export const memoryHeadroomThin: Rule = {
  id: "memory-headroom-thin",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "GPU memory may run out at the upper end of the estimate",
  why: "Fragmentation, longer sequences and logging use up the remaining memory, and the run fails with an out-of-memory error hours or days after it starts. Where only some published runs of the family take more than the GPU has, it is a note: the first step decides.",
  fix: "Use more nodes, a smaller microbatch, more recomputation, or GPUs with more memory.",
  verify: "Log `torch.cuda.memory_reserved()` on the first pipeline stage for 1,000 steps.",
  source: "https://docs.pytorch.org/docs/stable/notes/cuda.html#memory-management",
  check,
};
