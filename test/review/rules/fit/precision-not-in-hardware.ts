import { precisionNotInHardware } from "../../../../lib/review/rules/fit/precision-not-in-hardware";
import { CHAT_8B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: precisionNotInHardware,
  holds: { "FP8 on an L40S": at(serving(), { ...CHAT_8B, precision: "fp8" }) },
  fails: {
    "FP8 on an A10G": [
      at(serving({ instanceType: "g5.xlarge" }), { ...CHAT_8B, precision: "fp8" }),
      [{ path: "workload.precision", value: "fp8 on A10G-24GB" }],
    ],
  },
  doesNotApply: { BF16: at(serving(), CHAT_8B), "no workload": p5() },
};
