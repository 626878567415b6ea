import { set } from "../../../remedies/remedy";
import { count, counted, duration, percent } from "../../../units/quantity";
import type { Design } from "../../design";
import { figuresOf } from "../../figures/figures";
import { searchedPlan } from "../../figures/searched-plan";
import { request, trainingRun } from "../../figures/training-request";
import { checkEach, type Rule } from "../../rule";

/** Share by which the batch may change and still be the batch that was meant. */
const NEAR = 1 / 8;

/** Share of the throughput that is worth another batch: less is within the estimates' own spread. */
const WORTH_A_CHANGE = 0.1;

interface OtherBatch {
  readonly sequences: number;
  readonly tokensPerSecond: number;
}

/** The fastest of the multiples of the GPUs next to the batch; null where it is one, or where none is near. */
function nearMultiple(design: Design, nodes: number): OtherBatch | null {
  const workload = trainingRun(design);
  const p = design.workPool;
  const asked = workload && p && request(workload, p, nodes);
  if (!asked) return null;
  const { gpus, globalBatchSequences: batch } = asked;
  const below = Math.floor(batch / gpus) * gpus;
  const near = [below, below + gpus].filter((one) => one > 0 && one !== batch && Math.abs(one - batch) <= NEAR * batch);
  const others = near.flatMap((sequences) => {
    const plan = searchedPlan({ ...asked, globalBatchSequences: sequences }).plan;
    return plan === null ? [] : [{ sequences, tokensPerSecond: plan.step.tokensPerSecond.expected }];
  });
  return others.reduce<OtherBatch | null>((a, b) => (a && a.tokensPerSecond >= b.tokensPerSecond ? a : b), null);
}

export const batchDividesBadly: Rule = {
  id: "batch-divides-badly",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "Global batch that few data-parallel ranks divide",
  why: "Data-parallel ranks and microbatches must divide the global batch. A batch with few divisors leaves layouts with long pipelines or much tensor parallelism, which cost a share of every step, and that share of the bill. A batch of nearly the same size that the GPUs divide avoids it.",
  fix: "Set `globalBatchSequences` to the multiple in the finding; the learning rate need not change for so small a step.",
  verify: "Time 50 steps with both batches, each with its best layout, and compare tokens per second.",
  source: "https://docs.nvidia.com/nemo-framework/user-guide/latest/nemotoolkit/features/parallelisms.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).training].flatMap((training) =>
        training?.fits && training.chosenBy === "library" && training.nodes > 0 ? [training] : [],
      ),
      ({ gpus, device, nodes, stepSeconds, stepParts }) => {
        const workload = trainingRun(design)!;
        const batch = workload.globalBatchSequences;
        if (batch % gpus === 0) return null;
        const other = nearMultiple(design, nodes);
        const trains = stepParts.reduce((sum, { value }) => sum + value, 0);
        if (other === null || stepSeconds === null || trains === 0) return null;
        const now = (batch * workload.sequenceLength) / trains;
        const faster = other.tokensPerSecond / now - 1;
        if (faster < WORTH_A_CHANGE) return null;
        const words = counted(gpus, device === "GPU" ? "GPUs" : "chips");
        return {
          path: "workload.globalBatchSequences",
          value: `${count(batch)} sequences on ${words}: ${duration(stepSeconds.expected)} per step`,
          allowed: `${count(other.sequences)} sequences, a multiple of the ${words}: ${percent(faster)} more tokens per second`,
          fix: set("globalBatchSequences", other.sequences),
        };
      },
    ),
};
