import { count, counted, rangeOf } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const deadlineMissed: Rule = {
  id: "deadline-missed",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Run exceeds the deadline",
  why: "The run misses the deadline even at the expected value. Secure more nodes before the start, not during the run.",
  fix: "Use more or faster nodes, fewer training tokens, or a later deadline.",
  verify: "Run 100 steps, then multiply the throughput (tokens/s) by the seconds until the deadline.",
  source: "https://arxiv.org/abs/2104.04473 https://arxiv.org/abs/2410.21680",
  check: (design) =>
    checkEach(
      [figuresOf(design).run].flatMap((run) => {
        const deadline = design.workload?.kind === "inference" ? null : (design.workload?.deadlineDays ?? null);
        return run !== null && deadline !== null ? [{ run, deadline }] : [];
      }),
      ({ run, deadline }) =>
        run.days.expected <= deadline
          ? null
          : {
              path: "workload.deadlineDays",
              value: `${rangeOf(run.days, count)} days${design.workload?.kind === "batch" ? "" : " including failures and checkpoints"}`,
              allowed: `${counted(deadline, "days")} or less`,
              fix: `use about ${count(Math.ceil(run.days.expected / deadline))} times the nodes, or set deadlineDays to ${Math.ceil(run.days.high)}`,
            },
    ),
};
