import { figuresOf } from "../../figures/figures";
import { count, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const sparesMissing: Rule = {
  id: "spares-missing",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "long run without spare nodes",
  why: "When a node fails the whole run waits for its repair. On reserved capacity that is the provider's time, often a day.",
  fix: "Raise `nodes.max` and the reservation by the spares that the finding names, or add on-demand behind it.",
  verify: "Drain one node while the run is on; it must restart on a spare within minutes.",
  source: "https://arxiv.org/abs/2407.21783 https://arxiv.org/abs/2410.21680",
  check: (design) =>
    checkEach(
      [figuresOf(design)].flatMap(({ reliability, training, run }) =>
        reliability && training && run && training.nodes > 1 && run.days.expected > 1
          ? [{ reliability, training }]
          : [],
      ),
      ({ reliability: r, training }) =>
        r.sparesHad >= r.sparesNeeded.expected
          ? null
          : {
              path: `pools.${training.pool}.nodes.max`,
              value: `${r.sparesHad} spare nodes`,
              allowed: `${rangeOf(r.sparesNeeded, count)} for ${training.nodes} nodes and ${r.repairHours} h of repair`,
              fix: `raise nodes.max by ${r.sparesNeeded.expected - r.sparesHad}, or add Capacity.onDemand()`,
            },
    ),
};
