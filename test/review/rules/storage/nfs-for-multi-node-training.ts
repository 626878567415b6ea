import { nfsForMultiNodeTraining } from "../../../../lib/review/rules/storage/nfs-for-multi-node-training";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: nfsForMultiNodeTraining,
  holds: { Lustre: at(p5(), LLAMA_70B) },
  fails: {
    "EFS alone": [at(p5({ scratch: { kind: "efs" } }), LLAMA_70B), [{ path: "pools.h100.mounts", value: "efs" }]],
  },
  doesNotApply: { "no workload": p5({ scratch: { kind: "efs" } }) },
};
