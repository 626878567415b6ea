import { figuresOf } from "../../figures/figures";
import { count, rangeOf } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const energyPerRunHigh: Rule = {
  id: "energy-per-run-high",
  area: "power",
  severity: "info",
  clouds: "all",
  title: "run that takes more than a gigawatt-hour",
  why: "That is a year's electricity of some hundred households; its cost and its carbon depend on where it runs, and reports ask for it.",
  fix: "Run it in a region with clean electricity, in lower precision, or on fewer tokens.",
  verify: "Multiply the nodes' measured draw by the hours and the site's PUE.",
  source: "https://arxiv.org/abs/2104.10350",
  check: (design) =>
    checkEach(
      [figuresOf(design).power].flatMap((power) =>
        power?.energyMWh ? [{ pool: design.workPool?.path ?? "pools", energy: power.energyMWh }] : [],
      ),
      ({ pool, energy }) =>
        energy.expected <= 1000
          ? null
          : {
              path: pool,
              value: `${rangeOf(energy, count)} MWh, cooling included`,
              allowed: "up to 1,000 MWh",
              fix: "choose the region by its electricity, and note the figure in the model's card",
            },
    ),
};
