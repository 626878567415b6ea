import { nameUsedTwice } from "../../../../lib/review/rules/scheduling/name-used-twice";
import { p5 } from "../../p5-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: nameUsedTwice,
  holds: {
    "two partitions of different names": p5({
      slurm: {
        partitions: ["train", "debug"].map((name) => ({
          name,
          pools: ["h100"],
          default: name === "train",
          exclusive: true,
          priorityTier: 1,
          defaultTimeMinutes: 60,
          maxTimeMinutes: 600,
          preemptMode: "off" as const,
        })),
      },
    }),
  },
  fails: {
    "two pools of one name": [
      p5({ cluster: { pools: [...p5().pools, ...p5().pools] } }),
      [{ path: "pools.h100", value: "h100", fix: "rename one of the pools called h100" }],
    ],
  },
  doesNotApply: { "one of each": p5() },
};
