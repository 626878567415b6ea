import { imageFloating } from "../../../../lib/review/rules/operations/image-floating";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: imageFloating,
  holds: { "a pinned image": p5() },
  fails: {
    "the newest": [
      p5({ pool: { image: { family: "dlami-al2023", pinned: false } } }),
      [{ path: "pools.h100.image", value: "latest dlami-al2023" }],
    ],
  },
  doesNotApply: { "nodes without GPUs": p5({ pool: { instanceType: "c7i.8xlarge" } }) },
};
