import { awsFacts } from "../../../review/clouds/aws/aws-facts";
import { egressUsdPerMonth, type TransferTier } from "../../../sizing/cost/egress";
import type { StagingProps } from "./hybrid-cluster-props";

const TB = 1e12;
const BITS = 8;
const SECONDS_PER_HOUR = 3600;

/** Time and money of moving data between the sites. */
export interface Staging {
  /** Hours until the dataset is in AWS, at the whole rate of the link: no transfer is faster. */
  readonly hoursToCloud: number;
  /** Hours per month that results take back. */
  readonly hoursToSitePerMonth: number;
  /** What AWS charges for results that leave by VPN, US dollars per month; null without a price for the Region. Direct Connect costs less. */
  readonly usdPerMonth: number | null;
  readonly pricedOn: string | null;
}

/**
 * What staging takes: 10 TB over one tunnel of 1.25 Gb/s are 10e12 x 8 / 1.25e9 / 3600 = 17.8 hours.
 */
export function stagingOf(given: StagingProps | undefined, linkGbps: number | null, region: string): Staging | null {
  if (given === undefined || linkGbps === null) return null;
  const { toCloudTB = 0, toSitePerMonthTB = 0 } = given;
  const hours = (tb: number) => (tb * TB * BITS) / (linkGbps * 1e9) / SECONDS_PER_HOUR;
  const { egress, bytesPerGb } = awsFacts.traffic;
  const prices = egress.map(({ item }) => awsFacts.price(item, region));
  const tiers = egress.flatMap(({ fromGb }, i): TransferTier[] =>
    prices[i] ? [{ fromGb, usdPerGb: prices[i].usd }] : [],
  );
  const complete = tiers.length === egress.length;
  return {
    hoursToCloud: hours(toCloudTB),
    hoursToSitePerMonth: hours(toSitePerMonthTB),
    usdPerMonth: complete ? egressUsdPerMonth((toSitePerMonthTB * TB) / bytesPerGb, tiers) : null,
    pricedOn: complete ? (prices[0]?.pricedOn ?? null) : null,
  };
}
