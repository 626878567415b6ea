import { figuresOf } from "../../figures/figures";
import { count, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const deadlineMissed: Rule = {
  id: "deadline-missed",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "run that takes longer than its deadline",
  why: "The date is missed even if everything goes as expected; more nodes must be found before the start, not after.",
  fix: "Use more or faster nodes, fewer tokens, or a later deadline.",
  verify: "Run a hundred steps, multiply tokens a second by the seconds until the deadline.",
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
              value: `${rangeOf(run.days, count)} days with failures and checkpoints`,
              allowed: `${deadline} days`,
              fix: `use about ${count(Math.ceil(run.days.expected / deadline))} times the nodes, or set deadlineDays to ${Math.ceil(run.days.high)}`,
            },
    ),
};
