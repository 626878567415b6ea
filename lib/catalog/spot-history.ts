import { byText } from "../units/by-text";
import type { InstancePriceRow } from "./prices";

/** What `aws ec2 describe-spot-price-history` prints. */
interface SpotHistory {
  readonly SpotPriceHistory?: readonly {
    readonly AvailabilityZone?: string;
    readonly InstanceType?: string;
    readonly ProductDescription?: string;
    readonly SpotPrice?: string;
    readonly Timestamp?: string;
  }[];
}

/**
 * Spot prices of a region as rows of the catalog: of each type the newest price per zone, and of these the highest, since a pool lies
 * in one zone. Rows of other systems than Linux are left out.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSpotPriceHistory.html
 */
export function spotPriceRows(
  history: unknown,
  options: { readonly region: string; readonly types: ReadonlySet<string>; readonly checkedOn: string },
): InstancePriceRow[] {
  const newest = new Map<string, Map<string, { usd: number; at: string }>>();
  for (const entry of (history as SpotHistory).SpotPriceHistory ?? []) {
    const { InstanceType: type = "", AvailabilityZone: zone = "", Timestamp: at = "" } = entry;
    const usd = Number(entry.SpotPrice);
    const linux = (entry.ProductDescription ?? "Linux/UNIX").startsWith("Linux/UNIX");
    if (!linux || !(usd > 0) || !options.types.has(type) || !zone.startsWith(options.region)) continue;
    const zones = newest.get(type) ?? new Map();
    if ((zones.get(zone)?.at ?? "") < at) zones.set(zone, { usd, at });
    newest.set(type, zones);
  }
  return [...newest].map(([instanceType, zones]) => {
    const prices = [...zones].sort(([a], [b]) => byText(a, b));
    return {
      instanceType,
      purchase: "spot" as const,
      usdPerHour: { [options.region]: Math.max(...prices.map(([, { usd }]) => usd)) },
      pricedOn: prices.map(([, { at }]) => at.slice(0, 10)).sort()[0]!,
      note: `the highest of ${prices.map(([zone, { usd }]) => `${zone} ${usd}`).join(", ")}`,
      source: "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSpotPriceHistory.html of the account",
      checkedOn: options.checkedOn,
    };
  });
}
