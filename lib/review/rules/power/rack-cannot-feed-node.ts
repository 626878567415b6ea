import { nodeDraw } from "../../../sizing/cost/power";
import { watts } from "../../../units/quantity";
import { checkEach, type Rule } from "../../rule";

export const rackCannotFeedNode: Rule = {
  id: "rack-cannot-feed-node",
  area: "power",
  severity: "error",
  clouds: "all",
  title: "Node power above the rack's limit",
  why: "The node cannot be installed: an 8 kW rack cannot power one eight-GPU node, regardless of free rack units.",
  fix: "Use racks with more power, or smaller nodes.",
  verify: "Compare the node's nameplate with the rating of the rack's power distribution units.",
  source: "https://docs.nvidia.com/dgx-superpod/design-guides/dgx-superpod-data-center-design-h100/latest/index.html",
  check: (design) =>
    checkEach(
      design.gpuPools.flatMap((p) => {
        const limit = design.cluster.site?.rackKilowatts ?? null;
        const draw = p.accelerator === null ? null : nodeDraw(p.accelerator, p.gpusPerNode);
        return limit !== null && draw !== null ? [{ p, limit, draw }] : [];
      }),
      ({ p, limit, draw }) =>
        draw.nameplateWatts.expected <= limit * 1000
          ? null
          : {
              path: "site.rackKilowatts",
              value: `${watts(draw.nameplateWatts.expected)} per node of pool ${p.pool.name}`,
              allowed: `${limit} kW or less per rack`,
              fix: `use racks of ${Math.ceil(draw.nameplateWatts.expected / 1000)} kW or more`,
            },
    ),
};
