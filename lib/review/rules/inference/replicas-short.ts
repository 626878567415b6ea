import { set } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import { count, counted, rangeOf } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { replicaSize } from "../../figures/serving/serving";
import { checkEach, type Rule } from "../../rule";

export const replicasShort: Rule = {
  id: "replicas-short",
  area: "inference",
  severity: "error",
  clouds: "all",
  title: "Too few replicas for the request rate",
  why: "At peak, the queue grows without bound: every request waits longer than the one before.",
  fix: "Raise `replicas.max` of the served model and `nodes.max`, or use nodes with more or faster GPUs.",
  verify: "Run a load test at the peak rate for 10 minutes; the number of waiting requests must not grow.",
  source: "https://en.wikipedia.org/wiki/M/M/c_queue https://arxiv.org/abs/2309.06180",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) => (s?.replicasNeeded ? [{ ...s, needed: s.replicasNeeded }] : [])),
      (s) => {
        if (s.needed.expected <= s.replicasAtMost) return null;
        const value = `${counted(s.replicasAtMost, "replicas")} of ${replicaSize(s)}; ${count(s.needed.expected - s.replicasAtMost)} too few`;
        const allowed = `${rangeOf(s.needed, count)} replicas`;
        const perNode = Math.max(1, s.replicasHeld / Math.max(1, design.workPool?.pool.nodes.max ?? 1));
        const nodes = Math.ceil(s.needed.expected / perNode);
        const moreNodes = set("nodes.max", nodes);
        if (s.deployed === null || s.replicasHeld === s.replicasAtMost)
          return { path: `pools.${s.pool}.nodes.max`, value, allowed, fix: moreNodes };
        const replicas = set("replicas.max", Math.ceil(s.needed.expected));
        return {
          path: `serving.${s.deployed}.replicas.max`,
          value,
          allowed,
          fix:
            s.needed.expected > s.replicasHeld
              ? say`${replicas}, and ${prop("nodes.max")} of the pool to ${nodes}`
              : replicas,
        };
      },
    ),
};
