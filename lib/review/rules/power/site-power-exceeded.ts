import { figuresOf } from "../../figures/figures";
import { watts } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const sitePowerExceeded: Rule = {
  id: "site-power-exceeded",
  area: "power",
  severity: "error",
  clouds: "all",
  title: "nodes that draw more than the site can feed",
  why: "Breakers trip under full load, which is when all nodes run the same job, and every node of the row goes down at once.",
  fix: "Lower `nodes.max`, or have more power laid before the nodes arrive.",
  verify: "Add up the nameplates of nodes, switches and storage, and compare with the electrician's plan.",
  source: "https://docs.nvidia.com/dgx-superpod/design-guides/dgx-superpod-data-center-design-h100/latest/index.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).power].flatMap((power) => {
        const limit = design.cluster.site?.powerKilowatts ?? null;
        return power !== null && limit !== null ? [{ power, limit }] : [];
      }),
      ({ power, limit }) =>
        power.nameplateWatts.expected <= limit * 1000
          ? null
          : {
              path: "site.powerKilowatts",
              value: `${watts(power.nameplateWatts.expected)} nameplate of the GPU nodes alone`,
              allowed: `${limit} kW`,
              fix: `lower nodes.max by about ${Math.ceil((1 - (limit * 1000) / power.nameplateWatts.expected) * 100)} %, or lay ${Math.ceil(power.nameplateWatts.expected / 1000)} kW`,
            },
    ),
};
