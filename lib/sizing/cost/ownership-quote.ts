import { Problems } from "../../errors";
import type { Ownership } from "../../model/ownership";
import { addUnknownProps } from "../../units/unknown-props";
import { checkNumber, type NumberRule } from "../inputs/check-number";
import { members, number, requireAll } from "../inputs/check-shape";
import { GPUS_PER_NODE_RANGE, PUE_RANGE, SHARE_RANGE } from "../inputs/ranges";
import { type OwnershipCost, ownershipCost } from "./ownership";

const USD = { min: 0, max: 1e9, unit: "US dollars" } as const;
const SHARE = { ...SHARE_RANGE, use: "use 0.1 for 10 %" } as const;

/** What each figure of a quote may be; a blueprint's schema takes the same. */
export const OWNERSHIP_NUMBERS = {
  nodeUsd: { above: 0, max: 1e9, unit: "US dollars" },
  networkShare: { min: 0, max: 5, use: "use 0.11 for 11 %" },
  lifeYears: { above: 0, max: 30, unit: "years", use: "use 4 to 6" },
  residualShare: SHARE,
  interestShare: SHARE,
  supportShare: SHARE,
  usdPerKwh: USD,
  pue: PUE_RANGE,
  colocationUsdPerKwMonth: USD,
  staffUsdPerYear: USD,
} as const satisfies Readonly<Record<keyof Ownership, NumberRule>>;

/** What holds where a quote leaves a figure out, and where it is from. */
export const OWNERSHIP_DEFAULTS = {
  networkShare: {
    value: 0.11,
    source:
      "1.73 M switches and 2.62 M cables of 39.68 M US dollars of nodes: public price sheet of 128 HGX H100 nodes, 2024-08",
  },
  residualShare: {
    value: 0,
    source: "counted as nothing; no resale price of current GPUs is published for the end of such a term",
  },
  pue: { value: 1.54, source: "weighted average of data centers, Uptime Institute Global Survey 2025" },
  colocationUsdPerKwMonth: {
    value: 184.06,
    source: "primary US markets, 250 to 500 kW, end of 2024, CBRE North America Data Center Trends H2 2024",
  },
} as const satisfies Partial<Record<keyof Ownership, { readonly value: number; readonly source: string }>>;

const REQUIRED = ["nodeUsd", "lifeYears", "interestShare", "supportShare", "usdPerKwh", "staffUsdPerYear"] as const;

/** Notes every figure of a quote that is missing, unknown or out of range. */
export function checkOwnership(problems: Problems, quote: Ownership): void {
  if (!members({})(problems, "ownership", quote)) return;
  addUnknownProps(problems, "ownership", quote, Object.keys(OWNERSHIP_NUMBERS));
  for (const key of Object.keys(OWNERSHIP_NUMBERS) as (keyof Ownership)[]) {
    const value = quote[key];
    if (value !== undefined) checkNumber(problems, `ownership.${key}`, value, OWNERSHIP_NUMBERS[key]);
    else if ((REQUIRED as readonly string[]).includes(key))
      problems.add("required", `ownership.${key}`, `ownership.${key} is required; add the figure of your quote`);
  }
}

/**
 * A quote with every figure.
 *
 * @throws WarpformError as {@link checkOwnership} notes, all at once
 */
export function completeOwnership(quote: Ownership): Required<Ownership> {
  const problems = new Problems();
  checkOwnership(problems, quote);
  problems.throwIfAny("ownership");
  return {
    ...quote,
    networkShare: quote.networkShare ?? OWNERSHIP_DEFAULTS.networkShare.value,
    residualShare: quote.residualShare ?? OWNERSHIP_DEFAULTS.residualShare.value,
    pue: quote.pue ?? OWNERSHIP_DEFAULTS.pue.value,
    colocationUsdPerKwMonth: quote.colocationUsdPerKwMonth ?? OWNERSHIP_DEFAULTS.colocationUsdPerKwMonth.value,
  };
}

/** Nodes that a quote is for. */
export interface QuotedNodes {
  readonly nodes: number;
  readonly gpusPerNode: number;
  /** Mean draw of a node at the plug, W. */
  readonly drawWatts: number;
}

/**
 * What such nodes cost their owner, in use or not; see {@link ownershipCost} for the formula.
 *
 * @example 32 nodes of 310,000 US dollars over 4 years
 * @throws WarpformError as {@link completeOwnership} and {@link ownershipCost} do
 */
export function quotedOwnership(quote: Ownership, owned: QuotedNodes): OwnershipCost {
  requireAll("quotedOwnership", {
    owned: [
      owned,
      members({
        nodes: number({ min: 1, max: 1_000_000, whole: true }),
        gpusPerNode: number(GPUS_PER_NODE_RANGE),
        drawWatts: number({ above: 0, max: 1e6, unit: "W" }),
      }),
    ],
  });
  const { nodes, gpusPerNode, drawWatts } = owned;
  const { nodeUsd, networkShare, staffUsdPerYear, ...rest } = completeOwnership(quote);
  return ownershipCost({
    ...rest,
    gpus: nodes * gpusPerNode,
    capexUsd: nodes * nodeUsd * (1 + networkShare),
    drawWatts: nodes * drawWatts,
    staff: 1,
    usdPerStaffYear: staffUsdPerYear,
    utilization: 1,
  });
}
