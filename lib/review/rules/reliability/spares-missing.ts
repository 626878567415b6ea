import { add } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import { count, counted, rangeOf } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const sparesMissing: Rule = {
  id: "spares-missing",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "Long run without spare nodes",
  why: "When a node fails, the whole run waits for its replacement. On reserved capacity, the provider determines that time, often a day.",
  fix: "Increase `nodes.max` and the reservation by the number of spares in the finding, or add On-Demand capacity after it.",
  verify: "Drain one node during the run; the job must restart on a spare within minutes.",
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
              allowed: `${rangeOf(r.sparesNeeded, count)} for ${counted(training.nodes, "nodes")} and ${r.repairHours} h of repair time`,
              fix: design.cluster.site
                ? say`raise ${prop("spares")} by ${r.sparesNeeded.expected - r.sparesHad}`
                : [say`raise ${prop("nodes.max")} by ${r.sparesNeeded.expected - r.sparesHad}`, add("on-demand")],
            },
    ),
};
