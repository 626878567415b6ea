import { checkpointLongerThanInterval } from "../../../../lib/review/rules/storage/checkpoint-longer-than-interval";
import { LLAMA_70B, p5 } from "../../p5-cluster";
import { at, type RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: checkpointLongerThanInterval,
  holds: { "every 30 minutes": at(p5(), { ...LLAMA_70B, checkpointMinutes: 30 }) },
  fails: {
    "every minute to a small file system": [
      at(p5({ scratch: { capacityGiB: 4800, throughputPerTiB: 125 } }), { ...LLAMA_70B, checkpointMinutes: 1 }),
      [{ path: "workload.checkpointMinutes" }],
    ],
  },
  doesNotApply: { "no workload": p5() },
};
