import { figuresOf } from "../../figures/figures";
import { count, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const deadlineAtRisk: Rule = {
  id: "deadline-at-risk",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "run that meets its deadline only if all goes well",
  why: "At the slow end of the estimate, which failures and slow kernels reach, the date is missed.",
  fix: "Add nodes, or agree on a later date.",
  verify: "Measure a hundred steps as early as possible; the estimate's range shrinks to the measurement's.",
  source: "https://arxiv.org/abs/2410.21680",
  check: (design) =>
    checkEach(
      [figuresOf(design).run].flatMap((run) => {
        const deadline = design.workload?.kind === "inference" ? null : (design.workload?.deadlineDays ?? null);
        return run !== null && deadline !== null && run.days.expected <= deadline ? [{ run, deadline }] : [];
      }),
      ({ run, deadline }) =>
        run.days.high <= deadline
          ? null
          : {
              path: "workload.deadlineDays",
              value: `${rangeOf(run.days, count)} days`,
              allowed: `${deadline} days even at the slow end`,
              fix: `set deadlineDays to ${Math.ceil(run.days.high)}, or add nodes`,
            },
    ),
};
