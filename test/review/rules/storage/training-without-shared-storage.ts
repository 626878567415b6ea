import { trainingWithoutSharedStorage } from "../../../../lib/review/rules/storage/training-without-shared-storage";
import { CHAT_8B, LLAMA_70B, p5 } from "../../p5-cluster";
import { serving } from "../../ray-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: trainingWithoutSharedStorage,
  holds: {
    Lustre: at(p5(), LLAMA_70B),
    "a bucket that the pool may write to": at(p5({ pool: { mounts: [] }, bucket: { writable: true } }), LLAMA_70B),
    "a bucket of a stack that was read": at(p5({ pool: { mounts: [] }, bucket: { purpose: "datasets" } }), LLAMA_70B),
    "a role that exists already": at(
      p5({
        pool: { mounts: [], existingProfile: { name: "nodes", output: "policy", actions: [] } },
        bucket: { writable: false },
      }),
      LLAMA_70B,
    ),
  },
  fails: {
    "a bucket that no pool may write to": [
      at(p5({ pool: { mounts: [] }, bucket: { writable: false } }), LLAMA_70B),
      [{ path: "pools.h100.mounts", value: expect.stringContaining("no pool may write to") }],
    ],
    "a bucket of datasets": [
      at(p5({ pool: { mounts: [] }, bucket: { purpose: "datasets", writable: true } }), LLAMA_70B),
      [{ path: "pools.h100.mounts", value: "no shared file system and no checkpoint bucket" }],
    ],
    neither: [at(p5({ pool: { mounts: [] }, cluster: { buckets: [] } }), LLAMA_70B), [{ path: "pools.h100.mounts" }]],
  },
  doesNotApply: { "no workload": p5({ pool: { mounts: [] } }), serving: at(serving(), CHAT_8B) },
};
