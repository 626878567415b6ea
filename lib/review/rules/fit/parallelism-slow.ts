import { duration, percent } from "../../../units/quantity";
import { DECLARED } from "../../figures/declared-layout";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

/** Share of the step time by which layouts may differ without a finding: less than the estimates' own spread. */
const WORTH_A_CHANGE = 0.1;

export const parallelismSlow: Rule = {
  id: "parallelism-slow",
  area: "fit",
  severity: "warning",
  clouds: "all",
  title: "Parallelism over 10 % slower than the best layout",
  why: "Tensor parallelism beyond the scale-up domain (NVLink, NeuronLink, Infinity Fabric), long pipelines with few microbatches and recomputation that memory does not require cost a share of every step, and that share of the bill.",
  fix: "Use the layout in the finding, or measure both on a few nodes before the run.",
  verify: "Time 50 steps of both layouts with the same global batch.",
  source: "https://arxiv.org/abs/2104.04473 https://arxiv.org/abs/2205.05198",
  check: (design) => {
    const { training } = figuresOf(design);
    const compared =
      training?.chosenBy === "workload" && training.stepSeconds !== null && training.alternative !== null
        ? [{ own: training.stepSeconds.expected, other: training.alternative }]
        : [];
    return checkEach(compared, ({ own, other }) => {
      const longer = own / other.stepSeconds.expected - 1;
      if (longer <= WORTH_A_CHANGE) return null;
      return {
        path: DECLARED,
        value: `${duration(own)} per step, ${percent(longer)} longer`,
        allowed: `${duration(other.stepSeconds.expected)} per step: ${other.layout}`,
        fix: `use ${other.layout}`,
      };
    });
  },
};
