import { numberFormatUnsupported } from "../../../../lib/review/rules/fit/number-format-unsupported";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

const p4d = p5({ pool: { instanceType: "p4d.24xlarge" } });

export const cases: RuleCases = {
  rule: numberFormatUnsupported,
  holds: {
    "FP8 on Hopper": at(p5(), { ...LLAMA_70B, precision: "fp8" }),
    "FP4 on Blackwell": at(p5({ pool: { instanceType: "p6-b200.48xlarge" } }), { ...LLAMA_70B, precision: "fp4" }),
  },
  fails: {
    "FP4 on Hopper": [
      at(p5(), { ...LLAMA_70B, precision: "fp4" }),
      [{ path: "workload.precision", value: "fp4 on H100-SXM-80GB", allowed: "bf16, fp8" }],
    ],
    "FP8 on Ampere": [
      at(p4d, { ...LLAMA_70B, precision: "fp8" }),
      [{ value: "fp8 on A100-SXM-40GB", fix: "use bf16, or another instance type" }],
    ],
    "BF16 on Volta": [
      at(p5({ pool: { instanceType: "p3dn.24xlarge" } }), { ...LLAMA_70B, precision: "bf16" }),
      [{ fix: "omit precision" }],
    ],
  },
  doesNotApply: { "a format left to the library": at(p4d, LLAMA_70B), "a service": at(p5(), CHAT_8B) },
};
