import { listOf, members, number, requireAll } from "../inputs/check-shape";

/** A price that holds from an amount of the month on. */
export interface TransferTier {
  /** Amount of the month from which the price holds, GB as the provider bills them (AWS: 2^30 bytes). */
  readonly fromGb: number;
  readonly usdPerGb: number;
}

const TIERS = listOf(
  members({ fromGb: number({ min: 0, unit: "GB" }), usdPerGb: number({ min: 0, unit: "US dollars" }) }),
);

/**
 * Price of a month's traffic to the internet: each tier's price for what falls into it, from that tier's start to the next one's.
 * What lies below the first tier is free.
 *
 * @param gbPerMonth traffic of all services of the account, GB
 * @example 60 TB (61,440 GB) from us-east-2, the first 100 GB free: 10,140 x 0.09 + 40,960 x 0.085 + 10,240 x 0.07 = 5,111 USD.
 * @throws WarpformError for negative amounts and prices
 * @see https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer
 */
export function egressUsdPerMonth(gbPerMonth: number, tiers: readonly TransferTier[]): number {
  requireAll("egressUsdPerMonth", { gbPerMonth: [gbPerMonth, number({ min: 0, unit: "GB" })], tiers: [tiers, TIERS] });
  const rising = [...tiers].sort((a, b) => a.fromGb - b.fromGb);
  return rising.reduce((usd, { fromGb, usdPerGb }, i) => {
    const toGb = rising[i + 1]?.fromGb ?? Number.POSITIVE_INFINITY;
    return usd + Math.max(0, Math.min(gbPerMonth, toGb) - fromGb) * usdPerGb;
  }, 0);
}

/**
 * Least time that data takes over a link, hours: no transfer is faster than its rate.
 *
 * @param terabytes data, TB (10^12 bytes)
 * @param linkGbps rate of the link, Gb/s
 * @example 10 TB over 1.25 Gb/s: 10e12 x 8 / 1.25e9 / 3600 = 17.8 hours.
 * @throws WarpformError for negative data and a link without a rate
 */
export function transferHours(terabytes: number, linkGbps: number): number {
  requireAll("transferHours", {
    terabytes: [terabytes, number({ min: 0, unit: "TB" })],
    linkGbps: [linkGbps, number({ above: 0, unit: "Gb/s" })],
  });
  return (terabytes * 1e12 * 8) / (linkGbps * 1e9) / 3600;
}
