import { percent } from "../../../units/quantity";
import { DECLARED } from "../../figures/declared-layout";
import { figuresOf } from "../../figures/figures";
import type { TrainingFigures } from "../../figures/training";
import { checkEach, type Rule } from "../../rule";

/** Where the exposed communication comes from: a declared layout that another one beats, else the fabric. */
function cause({ chosenBy, stepSeconds, alternative, pool }: TrainingFigures): { path: string; fix: string } {
  const declared = chosenBy === "workload" && stepSeconds !== null && alternative !== null;
  if (declared && alternative.stepSeconds.expected < stepSeconds.expected)
    return { path: DECLARED, fix: `use ${alternative.layout}` };
  return {
    path: `pools.${pool}.instanceType`,
    fix: "use nodes with more network bandwidth, or raise globalBatchSequences",
  };
}

export const fabricBoundsTraining: Rule = {
  id: "fabric-bounds-training",
  area: "fabric",
  severity: "warning",
  clouds: "all",
  title: "Exposed communication above 25 % of step time",
  why: "GPUs idle for that share of every step, at full price.",
  fix: "Where the layout is your own, use the one in the finding. Otherwise use nodes with more network bandwidth, fewer but larger nodes, or a larger global batch size.",
  verify: "Profile a step with Nsight Systems and add up the NCCL kernels that do not overlap with compute.",
  source: "https://arxiv.org/abs/2104.04473 https://github.com/NVIDIA/nccl-tests",
  check: (design) =>
    checkEach(
      [figuresOf(design).training].flatMap((t) =>
        t !== null && t.exposedCommunication !== null && t.nodes > 1 ? [{ ...t, exposed: t.exposedCommunication }] : [],
      ),
      (t) =>
        t.exposed <= 0.25
          ? null
          : {
              ...cause(t),
              value: `${percent(t.exposed)} of the step is exposed communication`,
              allowed: "25 % or less",
            },
    ),
};
