import type { InstancePriceRow } from "./prices";

/** What `aws savingsplans describe-savings-plans-offering-rates` prints. */
interface OfferingRates {
  readonly searchResults?: readonly {
    readonly rate?: string;
    readonly unit?: string;
    readonly productType?: string;
    readonly usageType?: string;
    readonly properties?: readonly { readonly name?: string; readonly value?: string }[];
    readonly savingsPlanOffering?: {
      readonly planType?: string;
      readonly paymentOption?: string;
      readonly durationSeconds?: number;
      readonly currency?: string;
    };
  }[];
}

const YEAR_SECONDS = 365 * 86_400;

/** Terms that AWS sells, by their length. */
const TERMS = new Map([
  [YEAR_SECONDS, "savings-plan-1-year"],
  [3 * YEAR_SECONDS, "savings-plan-3-years"],
] as const);

/** Linux on shared hardware. */
const PLAIN = { productDescription: "Linux/UNIX", tenancy: "shared" };

/**
 * Rates of Compute Savings Plans without upfront payment as rows of the catalog: the plan that any instance type and Region may use, and the
 * dearest of its payments. An EC2 Instance Savings Plan and payment ahead cost less.
 * @see https://docs.aws.amazon.com/savingsplans/latest/APIReference/API_DescribeSavingsPlansOfferingRates.html
 */
export function savingsPlanRows(
  rates: unknown,
  options: { readonly region: string; readonly types: ReadonlySet<string>; readonly checkedOn: string },
): InstancePriceRow[] {
  return ((rates as OfferingRates).searchResults ?? []).flatMap((result) => {
    const { planType, paymentOption, durationSeconds, currency = "USD" } = result.savingsPlanOffering ?? {};
    const properties = Object.fromEntries((result.properties ?? []).map(({ name, value }) => [name, value]));
    const { instanceType = "", region } = properties;
    const purchase = TERMS.get(durationSeconds as typeof YEAR_SECONDS);
    const plain = Object.entries(PLAIN).every(([name, value]) => properties[name] === value);
    const plan = planType === "Compute" && paymentOption === "No Upfront" && currency === "USD";
    // BoxUsage is what runs; UnusedBox is what a reservation holds and nobody runs
    const runs = /BoxUsage:/.test(result.usageType ?? "") && result.unit === "Hrs" && result.productType === "EC2";
    const usd = Number(result.rate);
    const asked = region === options.region && options.types.has(instanceType);
    if (!plan || !plain || !runs || !asked || purchase === undefined || !(usd > 0)) return [];
    return {
      instanceType,
      purchase,
      usdPerHour: { [options.region]: usd },
      pricedOn: options.checkedOn,
      note: "Compute Savings Plan, no upfront payment",
      source: "https://docs.aws.amazon.com/savingsplans/latest/APIReference/API_DescribeSavingsPlansOfferingRates.html",
      checkedOn: options.checkedOn,
    };
  });
}
