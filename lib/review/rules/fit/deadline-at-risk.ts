import { count, counted, rangeOf } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const deadlineAtRisk: Rule = {
  id: "deadline-at-risk",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "Deadline missed at the slow end of the estimate",
  why: "At the upper end of the estimate, which failures and slow kernels can reach, the run misses the deadline.",
  fix: "Add nodes, or agree on a later deadline.",
  verify: "Measure 100 steps as early as possible; the measurement narrows the estimated range.",
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
              allowed: `${counted(deadline, "days")} or less at the upper end of the estimate`,
              fix: `set deadlineDays to ${Math.ceil(run.days.high)}, or add nodes`,
            },
    ),
};
