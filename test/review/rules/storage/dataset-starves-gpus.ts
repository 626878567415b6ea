import { datasetStarvesGpus } from "../../../../lib/review/rules/storage/dataset-starves-gpus";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: datasetStarvesGpus,
  holds: { text: at(p5(), LLAMA_70B) },
  fails: { video: [at(p5(), { ...LLAMA_70B, datasetGB: 1e8 }), [{ path: "pools.h100.mounts" }]] },
  doesNotApply: { "no workload": p5() },
};
