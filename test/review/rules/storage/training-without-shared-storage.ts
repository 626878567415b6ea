import { trainingWithoutSharedStorage } from "../../../../lib/review/rules/storage/training-without-shared-storage";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: trainingWithoutSharedStorage,
  holds: { Lustre: at(p5(), LLAMA_70B), "a bucket": at(p5({ pool: { mounts: [] } }), LLAMA_70B) },
  fails: {
    neither: [at(p5({ pool: { mounts: [] }, cluster: { buckets: [] } }), LLAMA_70B), [{ path: "pools.h100.mounts" }]],
  },
  doesNotApply: { "no workload": p5({ pool: { mounts: [] } }), serving: at(serving(), CHAT_8B) },
};
