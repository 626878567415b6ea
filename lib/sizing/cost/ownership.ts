import { Problems } from "../../errors";
import { checkNumber } from "../inputs/check-number";
import { members } from "../inputs/check-shape";
import { PUE_RANGE, SHARE_RANGE } from "../inputs/ranges";

/** What owning a cluster takes. Every figure is the buyer's own: list prices of GPU servers are not published. */
export interface OwnershipProps {
  readonly gpus: number;
  /** Servers, switches, cables, storage and installation, US dollars. */
  readonly capexUsd: number;
  /** Years until it is written off, and what it then still fetches, share of the capex. */
  readonly lifeYears: number;
  readonly residualShare: number;
  /** Yearly cost of capital, share of the capex. */
  readonly interestShare: number;
  /** Yearly support and spare parts, share of the capex. */
  readonly supportShare: number;
  /** Mean draw of the cluster at the plug, W, cooling not counted (see clusterPower). */
  readonly drawWatts: number;
  /** Power usage effectiveness of the site, 1 or more. */
  readonly pue: number;
  readonly usdPerKwh: number;
  /** Rent of space and power, US dollars a kW a month; 0 where the site is owned. */
  readonly colocationUsdPerKwMonth: number;
  readonly staff: number;
  readonly usdPerStaffYear: number;
  /** Share of the hours in which the GPUs are used. */
  readonly utilization: number;
}

/** Cost of owning, by the year and by the GPU-hour. */
export interface OwnershipCost {
  readonly usdPerYear: number;
  readonly byPart: {
    readonly depreciation: number;
    readonly capital: number;
    readonly support: number;
    readonly energy: number;
    readonly space: number;
    readonly staff: number;
  };
  /** Per GPU-hour that exists, and per GPU-hour that is used. */
  readonly usdPerGpuHour: number;
  readonly usdPerUsedGpuHour: number;
}

/**
 * Total cost of owning: straight-line depreciation, capital at its rate on the mean value, support, energy
 * (W x PUE x hours), space and staff.
 *
 * @throws WarpformError for shares outside 0 to 1, a PUE below 1, and the like
 */
export function ownershipCost(p: OwnershipProps): OwnershipCost {
  const problems = new Problems();
  if (!members({})(problems, "", p)) problems.throwIfAny("ownershipCost");
  const usd = { min: 0, unit: "US dollars" } as const;
  const share = { ...SHARE_RANGE, use: "use 0.1 for 10 %" } as const;
  checkNumber(problems, "gpus", p.gpus, { min: 1, whole: true });
  checkNumber(problems, "capexUsd", p.capexUsd, usd);
  checkNumber(problems, "lifeYears", p.lifeYears, { above: 0, max: 30, use: "use 4 to 6" });
  for (const path of ["residualShare", "interestShare", "supportShare"] as const)
    checkNumber(problems, path, p[path], share);
  checkNumber(problems, "drawWatts", p.drawWatts, { min: 0, unit: "W" });
  checkNumber(problems, "pue", p.pue, PUE_RANGE);
  for (const path of ["usdPerKwh", "colocationUsdPerKwMonth", "usdPerStaffYear"] as const)
    checkNumber(problems, path, p[path], usd);
  checkNumber(problems, "staff", p.staff, { min: 0 });
  checkNumber(problems, "utilization", p.utilization, { above: 0, max: 1, use: "use 0.7 for 70 %" });
  problems.throwIfAny("ownershipCost");
  const residual = p.capexUsd * p.residualShare;
  const kilowatts = p.drawWatts / 1000;
  const byPart = {
    depreciation: (p.capexUsd - residual) / p.lifeYears,
    capital: ((p.capexUsd + residual) / 2) * p.interestShare,
    support: p.capexUsd * p.supportShare,
    energy: kilowatts * p.pue * 8760 * p.usdPerKwh,
    space: kilowatts * 12 * p.colocationUsdPerKwMonth,
    staff: p.staff * p.usdPerStaffYear,
  };
  const usdPerYear = Object.values(byPart).reduce((a, b) => a + b, 0);
  const usdPerGpuHour = usdPerYear / (p.gpus * 8760);
  return { usdPerYear, byPart, usdPerGpuHour, usdPerUsedGpuHour: usdPerGpuHour / p.utilization };
}
