import { OWNERSHIP_DEFAULTS } from "../../sizing/cost/ownership-quote";
import { clusterPower, nodeDraw, type PowerItem, runEnergyWh } from "../../sizing/cost/power";
import type { Range } from "../../sizing/inputs/range";
import { factsOf } from "../clouds/list";
import type { Design } from "../design";

/** Watts at the site for each watt of equipment: that of the cluster's own site, else what the cloud reports, else the average of data centers. */
export function sitePue(design: Design): { readonly value: number; readonly source: string } {
  const own = design.cluster.site?.pue;
  return own === undefined ? (factsOf(design)?.pue ?? OWNERSHIP_DEFAULTS.pue) : { value: own, source: "the site" };
}

/** Power of all GPU nodes at their largest number. */
export interface PowerFigures {
  readonly nameplateWatts: Range;
  readonly drawWatts: Range;
  /** With cooling and losses of the site. */
  readonly facilityWatts: Range;
  /** Energy of the run at the site; null without a run. */
  readonly energyMWh: Range | null;
  /** Published systems that nameplates are taken from. */
  readonly references: readonly string[];
}

/** Power of the design's GPU nodes; null where it has none with a known draw. */
export function powerFigures(design: Design, runDays: Range | null): PowerFigures | null {
  const draws = design.gpuPools.flatMap((p) => {
    const draw = p.accelerator && p.nodesAtOnce > 0 ? nodeDraw(p.accelerator, p.gpusPerNode) : null;
    return draw === null ? [] : [{ p, draw }];
  });
  if (draws.length === 0) return null;
  const items = draws.map(
    ({ p, draw }): PowerItem => ({
      name: p.pool.name,
      count: p.nodesAtOnce,
      nameplateWatts: draw.nameplateWatts,
      drawWatts: draw.trainingWatts,
    }),
  );
  const { value: pue } = sitePue(design);
  const total = clusterPower(items, pue);
  const hours = runDays && { low: runDays.low * 24, expected: runDays.expected * 24, high: runDays.high * 24 };
  const energy = hours && runEnergyWh(total.drawWatts, hours, pue);
  return {
    nameplateWatts: total.nameplateWatts,
    drawWatts: total.drawWatts,
    facilityWatts: total.facilityWatts,
    energyMWh: energy && { low: energy.low / 1e6, expected: energy.expected / 1e6, high: energy.high / 1e6 },
    references: [...new Set(draws.flatMap(({ draw }) => draw.reference ?? []))].sort(),
  };
}
