import { rayHeadNotRecoverable } from "../../../../lib/review/rules/reliability/ray-head-not-recoverable";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: rayHeadNotRecoverable,
  holds: { "state in Redis": ray() },
  fails: {
    "state in memory": [
      ray({ kubernetes: { gcsFaultTolerance: false } }),
      [{ path: "schedulers.ray.gcsFaultTolerance" }],
    ],
  },
  doesNotApply: {
    "no Ray": p5(),
    "no head to keep: models in groups of pods, fine-tuning runs": ray({
      kubernetes: { gcsFaultTolerance: false, rayHeads: 0 },
    }),
  },
};
