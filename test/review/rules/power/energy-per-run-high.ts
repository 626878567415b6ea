import { energyPerRunHigh } from "../../../../lib/review/rules/power/energy-per-run-high";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: energyPerRunHigh,
  holds: { "70B on 10^11 tokens": at(p5(), LLAMA_70B) },
  fails: { "70B on 10^13 tokens": [at(p5(), { ...LLAMA_70B, tokens: 1e13 }), [{ path: "pools.h100" }]] },
  doesNotApply: { "no workload": p5() },
};
