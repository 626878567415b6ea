import { datasetHydrationSlow } from "../../../../lib/review/rules/storage/dataset-hydration-slow";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: datasetHydrationSlow,
  holds: { "text, which is small": at(p5(), LLAMA_70B) },
  fails: {
    "six petabytes of video": [
      at(p5({ scratch: { capacityGiB: 480000, throughputPerTiB: 1000 } }), { ...LLAMA_70B, datasetGB: 1e8 }),
      [{ path: "pools.h100.mounts" }],
    ],
  },
  doesNotApply: { "no imports": at(p5({ scratch: { dataRepositories: [] } }), LLAMA_70B), "no workload": p5() },
};
