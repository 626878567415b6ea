import { prop, say } from "../../../remedies/sentence";
import { watts } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

export const sitePowerExceeded: Rule = {
  id: "site-power-exceeded",
  area: "power",
  severity: "error",
  clouds: "all",
  title: "Cluster power above the site's limit",
  why: "Breakers trip under full load, when all nodes run the same job, and every node in the row goes down at once.",
  fix: "Lower `nodes.max`, or provision more power before the nodes arrive.",
  verify: "Add up the nameplates of nodes, switches and storage, and compare the sum with the site's electrical plan.",
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
              value: `${watts(power.nameplateWatts.expected)} nameplate power of the GPU nodes only`,
              allowed: `${limit} kW or less`,
              fix: [
                say`lower ${prop("nodes.max")} by about ${Math.ceil((1 - (limit * 1000) / power.nameplateWatts.expected) * 100)} %`,
                `provision ${Math.ceil(power.nameplateWatts.expected / 1000)} kW`,
              ],
            },
    ),
};
