import { figuresOf } from "../../figures/figures";
import { replicaSize } from "../../figures/serving";
import { count, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const replicasShort: Rule = {
  id: "replicas-short",
  area: "inference",
  severity: "error",
  title: "fewer replicas than the request rate needs",
  why: "The queue grows without end at the peak: every request waits longer than the one before.",
  fix: "Raise `nodes.max`, or use nodes with more or faster GPUs.",
  verify: "Send the peak rate for ten minutes; the number of waiting requests must not grow.",
  source: "https://en.wikipedia.org/wiki/M/M/c_queue https://arxiv.org/abs/2309.06180",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) => (s?.replicasNeeded ? [{ ...s, needed: s.replicasNeeded }] : [])),
      (s) => {
        if (s.needed.expected <= s.replicasAtMost) return null;
        const perNode = Math.max(1, s.replicasAtMost / Math.max(1, design.workPool?.pool.nodes.max ?? 1));
        return {
          path: `pools.${s.pool}.nodes.max`,
          value: `${s.replicasAtMost} replicas of ${replicaSize(s)}`,
          allowed: `${rangeOf(s.needed, count)} replicas`,
          fix: `set nodes.max to ${Math.ceil(s.needed.expected / perNode)}`,
        };
      },
    ),
};
