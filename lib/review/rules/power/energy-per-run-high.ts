import { count, rangeOf } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const energyPerRunHigh: Rule = {
  id: "energy-per-run-high",
  area: "power",
  severity: "info",
  clouds: "all",
  title: "Energy to train above 1 GWh",
  why: "1 GWh is the annual electricity use of about a hundred households. Cost and carbon emissions depend on the location, and sustainability reports require the figure.",
  fix: "Run in a Region with low-carbon electricity, in lower precision, or on fewer tokens.",
  verify: "Multiply the measured power draw of the nodes by the hours and the site's PUE.",
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
              value: `${rangeOf(energy, count)} MWh, including cooling`,
              allowed: "1,000 MWh or less",
              fix: "choose a Region with low-carbon electricity, and report the figure in the model card",
            },
    ),
};
