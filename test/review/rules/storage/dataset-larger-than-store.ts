import { datasetLargerThanStore } from "../../../../lib/review/rules/storage/dataset-larger-than-store";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: datasetLargerThanStore,
  holds: { "text and two checkpoints of 70B": at(p5(), LLAMA_70B) },
  fails: { video: [at(p5(), { ...LLAMA_70B, datasetGB: 60000 }), [{ path: "pools.h100.mounts" }]] },
  doesNotApply: { "no workload": p5() },
};
