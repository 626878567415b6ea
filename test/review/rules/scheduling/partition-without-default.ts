import { partitionWithoutDefault } from "../../../../lib/review/rules/scheduling/partition-without-default";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: partitionWithoutDefault,
  holds: { "one default": p5() },
  fails: {
    none: [
      p5({ partition: { default: false } }),
      [{ path: "schedulers.slurm.partitions", value: "0 default partitions" }],
    ],
  },
  doesNotApply: {
    "no Slurm": ray(),
    "partitions added to a site's": p5({ partition: { default: false }, slurm: { joins: "dc1" } }),
  },
};
