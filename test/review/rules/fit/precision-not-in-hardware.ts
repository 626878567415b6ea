import { modelArchitecture } from "../../../../lib/catalog/models";
import { precisionNotInHardware } from "../../../../lib/review/rules/fit/precision-not-in-hardware";
import { CHAT_8B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

const gptOss = { ...CHAT_8B, model: modelArchitecture("gpt-oss-20b"), precision: "fp4" as const };

export const cases: RuleCases = {
  rule: precisionNotInHardware,
  holds: {
    "FP8 on an L40S": at(serving(), { ...CHAT_8B, precision: "fp8" }),
    "GPT-OSS in the MXFP4 of its weights on an L40S": at(serving(), gptOss),
    "the same on an A100": at(serving({ instanceType: "p4d.24xlarge" }), gptOss),
    "the same on an H100": at(p5(), gptOss),
  },
  fails: {
    "FP8 on an A10G": [
      at(serving({ instanceType: "g5.xlarge" }), { ...CHAT_8B, precision: "fp8" }),
      [{ path: "workload.precision", value: "fp8 on A10G-24GB" }],
    ],
    "another model in FP4 on an H100, which unpacks its weights": [
      at(p5(), { ...CHAT_8B, precision: "fp4" }),
      [
        {
          value: "fp4 on H100-SXM-80GB: weights alone, products in 16 bits",
          allowed: "bf16, fp8, int8",
          fix: "keep it to save memory; for throughput, use p6-b200.48xlarge or fp8",
        },
      ],
    ],
    "GPT-OSS on a T4, too old for it": [
      at(serving({ instanceType: "g4dn.xlarge" }), gptOss),
      [{ value: "fp4 on T4-16GB", fix: "use p6-b200.48xlarge, or another precision" }],
    ],
  },
  doesNotApply: { BF16: at(serving(), CHAT_8B), "no workload": p5() },
};
