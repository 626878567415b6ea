import { figuresOf } from "../../figures/figures";
import { figureGaps } from "../../figures/gaps";
import { DOES_NOT_APPLY, type Rule } from "../../rule";

export const figureNotComputable: Rule = {
  id: "figure-not-computable",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "Figure that the review cannot compute",
  why: "Rules that need the figure do not run, so a review without findings says nothing about it. What it would have shown, such as a model that does not fit, appears on the running cluster.",
  fix: "Change what the finding names, or measure the figure before you commit to the design.",
  verify: "Compare the figures of the report with the list in the guide on architecture reviews.",
  source: "https://docs.aws.amazon.com/wellarchitected/latest/performance-efficiency-pillar/welcome.html",
  check: (design) => {
    const figures = figuresOf(design);
    if (design.workload === null && figures.cost.parts.length === 0) return DOES_NOT_APPLY;
    return figureGaps(design, figures).map(({ path, figure, reason, fix, severity }) => ({
      path,
      value: `not computed: ${figure}; ${reason}`,
      allowed: "what the review needs to compute it",
      fix,
      ...(severity && { severity }),
    }));
  },
};
