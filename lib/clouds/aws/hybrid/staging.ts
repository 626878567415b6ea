import type { Staging as SiteStaging } from "../../../model/model";
import { awsFacts } from "../../../review/clouds/aws/aws-facts";
import { egressUsdPerMonth, type TransferTier, transferHours } from "../../../sizing/cost/egress";

const TB = 1e12;

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

/** What staging takes and costs; null where nothing is said of it. */
export function stagingOf(staging: SiteStaging | null, region: string): Staging | null {
  if (staging === null) return null;
  const { toCloudTB, toSitePerMonthTB, linkGbps } = staging;
  const { egress, bytesPerGb } = awsFacts.traffic;
  const prices = egress.map(({ item }) => awsFacts.price(item, region));
  const tiers = egress.flatMap(({ fromGb }, i): TransferTier[] =>
    prices[i] ? [{ fromGb, usdPerGb: prices[i].usd }] : [],
  );
  const complete = tiers.length === egress.length;
  return {
    hoursToCloud: transferHours(toCloudTB, linkGbps),
    hoursToSitePerMonth: transferHours(toSitePerMonthTB, linkGbps),
    usdPerMonth: complete ? egressUsdPerMonth((toSitePerMonthTB * TB) / bytesPerGb, tiers) : null,
    pricedOn: complete ? (prices[0]?.pricedOn ?? null) : null,
  };
}
