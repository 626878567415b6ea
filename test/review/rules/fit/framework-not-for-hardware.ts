import { frameworkNotForHardware } from "../../../../lib/review/rules/fit/framework-not-for-hardware";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

const trn1 = p5({ pool: { instanceType: "trn1.32xlarge" } });

export const cases: RuleCases = {
  rule: frameworkNotForHardware,
  holds: {
    "NeMo on Hopper": at(p5(), { ...LLAMA_70B, framework: "nemo" }),
    "NxD Training on Trainium": at(trn1, { ...LLAMA_70B, framework: "nxd" }),
  },
  fails: {
    "NxD Training on Hopper": [
      at(p5(), { ...LLAMA_70B, framework: "nxd" }),
      [{ path: "workload.framework", value: "nxd on H100-SXM-80GB", allowed: "AWS Trainium" }],
    ],
    "torchtitan on Trainium": [
      at(trn1, { ...LLAMA_70B, framework: "torchtitan" }),
      [{ allowed: "NVIDIA GPUs or AMD Instinct", fix: "use nxd, or another instance type" }],
    ],
  },
  doesNotApply: { "no framework named": at(p5(), LLAMA_70B), "a service": at(p5(), CHAT_8B) },
};
