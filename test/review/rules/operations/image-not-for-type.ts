import { imageNotForType } from "../../../../lib/review/rules/operations/image-not-for-type";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: imageNotForType,
  holds: { "p5 with a floating image": p5({ pool: { image: { family: "dlami-ubuntu-22.04", pinned: false } } }) },
  fails: {
    p3dn: [
      p5({ pool: { instanceType: "p3dn.24xlarge", image: { family: "dlami-ubuntu-22.04", pinned: false } } }),
      [{ path: "pools.h100.instanceType", value: "p3dn.24xlarge" }],
    ],
  },
  doesNotApply: { "an image of one's own": p5({ pool: { instanceType: "p3dn.24xlarge" } }) },
};
