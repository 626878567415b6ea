import type { InstancePriceRow, ServicePriceRow } from "../prices";
import { ListReader, type ListRow } from "./list-reader";

/** What is looked for in the public lists. */
export interface Asked {
  readonly region: string;
  readonly types: ReadonlySet<string>;
  readonly checkedOn: string;
}

/** Rows for the catalog, and what of a list is in another unit than its prices have always been. */
export interface PublicRows {
  readonly instancePrices: InstancePriceRow[];
  readonly servicePrices: ServicePriceRow[];
  readonly wrongUnits: string[];
}

export type PublicList = "AmazonEC2" | "AmazonFSx" | "AWSComputeSavingsPlan";

/** Items of services by their usage type, which has the Region's short name before it outside of us-east-1. */
interface ServiceItem {
  readonly usage: RegExp;
  readonly unit: string;
  readonly item: (usage: RegExpExecArray) => string;
  readonly unitOfCatalog: string;
}

const gbMonth = { unit: "GB-Mo", unitOfCatalog: "GB-month" };
const EC2_ITEMS: readonly ServiceItem[] = [
  { usage: /^(?:[A-Z0-9]+-)?NatGateway-Hours$/, unit: "Hrs", item: () => "nat-gateway-hour", unitOfCatalog: "hour" },
  { usage: /^(?:[A-Z0-9]+-)?NatGateway-Bytes$/, unit: "GB", item: () => "nat-gateway-gb", unitOfCatalog: "GB" },
  { usage: /^(?:[A-Z0-9]+-)?EBS:VolumeUsage\.gp3$/, ...gbMonth, item: () => "ebs-gp3-gb-month" },
];
const LUSTRE_ITEMS: readonly ServiceItem[] = [
  { usage: /^(?:[A-Z0-9]+-)?Storage$/, ...gbMonth, item: () => "fsx-lustre-scratch-2-ssd-gb-month" },
  {
    usage: /^(?:[A-Z0-9]+-)?Storage\.SSD\.(50|100|200)$/,
    ...gbMonth,
    item: ([, tier]) => `fsx-lustre-persistent-1-ssd-${tier}-gb-month`,
  },
  {
    usage: /^(?:[A-Z0-9]+-)?Storage\.SSD\.(125|250|500|1000)$/,
    ...gbMonth,
    item: ([, tier]) => `fsx-lustre-persistent-2-ssd-${tier}-gb-month`,
  },
];

/** Linux on shared hardware, without software or reserved capacity. */
const PLAIN = {
  "Operating System": "Linux",
  Tenancy: "Shared",
  "Pre Installed S/W": "NA",
  CapacityStatus: "Used",
  MarketOption: "OnDemand",
};
/** The plan that any instance type and Region may use, without payment ahead, of what runs on Linux on shared hardware. */
const PLAIN_PLAN = {
  "Product Family": "ComputeSavingsPlans",
  PurchaseOption: "No Upfront",
  DiscountedServiceCode: "AmazonEC2",
  DiscountedOperation: "RunInstances",
};
const TERMS: Readonly<Record<string, "savings-plan-1-year" | "savings-plan-3-years">> = {
  "1 year": "savings-plan-1-year",
  "3 year": "savings-plan-3-years",
};
const PRICE = ["TermType", "Unit", "PricePerUnit", "Currency", "usageType", "Region Code"];

const is = (row: ListRow, cells: Readonly<Record<string, string>>) =>
  Object.entries(cells).every(([column, value]) => row(column) === value);

/** A price above 0 in US dollars; undefined for others. */
function usdOf(row: ListRow, column: string): number | undefined {
  const usd = Number(row(column));
  return row("Currency") === "USD" && usd > 0 ? usd : undefined;
}

/** Reader of one public list, and the rows that it finds. */
export function publicReader(
  list: PublicList,
  asked: Asked,
): { readonly reader: ListReader; readonly rows: PublicRows } {
  const rows: PublicRows = { instancePrices: [], servicePrices: [], wrongUnits: [] };
  const source = `AWS public price list, ${list}`;
  const unitIs = (row: ListRow, unit: string, what: string): boolean => {
    if (row("Unit") !== unit) rows.wrongUnits.push(`${what} in ${row("Unit") || "no unit"} instead of ${unit}`);
    return row("Unit") === unit;
  };
  const instance = (row: ListRow, type: string, purchase: InstancePriceRow["purchase"], usd: number, on: string) => {
    if (!unitIs(row, "Hrs", type)) return;
    const usdPerHour = { [asked.region]: usd };
    const note = purchase === "on-demand" ? {} : { note: "Compute Savings Plan, no upfront payment" };
    rows.instancePrices.push({
      instanceType: type,
      purchase,
      usdPerHour,
      pricedOn: on,
      ...note,
      source,
      checkedOn: asked.checkedOn,
    });
  };
  const service = (row: ListRow, items: readonly ServiceItem[], on: string) => {
    const usd = usdOf(row, "PricePerUnit");
    for (const { usage, unit, item, unitOfCatalog } of items) {
      const found = usage.exec(row("usageType"));
      if (found === null || usd === undefined || row("Region Code") !== asked.region) continue;
      const name = item(found);
      if (rows.servicePrices.some((one) => one.item === name) || !unitIs(row, unit, name)) continue;
      const base = { pricedOn: on, source, checkedOn: asked.checkedOn };
      rows.servicePrices.push({ item: name, unit: unitOfCatalog, usd: { [asked.region]: usd }, ...base });
    }
  };
  const onDemand = (row: ListRow, on: string) => {
    if (row("TermType") !== "OnDemand") return;
    service(row, EC2_ITEMS, on);
    const type = row("Instance Type");
    const usd = usdOf(row, "PricePerUnit");
    if (usd === undefined || !asked.types.has(type) || row("Region Code") !== asked.region || !is(row, PLAIN)) return;
    instance(row, type, "on-demand", usd, on);
  };
  const plan = (row: ListRow, on: string) => {
    const type = row("DiscountedInstanceType");
    const purchase = TERMS[`${row("LeaseContractLength")} ${row("LeaseContractLengthUnit")}`];
    const usd = usdOf(row, "DiscountedRate");
    const runs = /^(?:[A-Z0-9]+-)?BoxUsage:/.test(row("DiscountedUsageType"));
    if (!runs || purchase === undefined || usd === undefined || !asked.types.has(type)) return;
    if (row("DiscountedRegionCode") === asked.region && is(row, PLAIN_PLAN)) instance(row, type, purchase, usd, on);
  };
  const lustre = (row: ListRow, on: string) => {
    if (row("TermType") === "OnDemand" && row("operation") === "CreateFileSystem:Lustre")
      service(row, LUSTRE_ITEMS, on);
  };
  const readers: Readonly<Record<PublicList, () => ListReader>> = {
    AmazonEC2: () => new ListReader([...PRICE, "Instance Type", ...Object.keys(PLAIN)], onDemand),
    AmazonFSx: () => new ListReader([...PRICE, "operation"], lustre),
    AWSComputeSavingsPlan: () =>
      new ListReader(
        [
          ...["Unit", "DiscountedRate", "Currency", "DiscountedUsageType", "LeaseContractLength"],
          ...["LeaseContractLengthUnit", "DiscountedRegionCode", "DiscountedInstanceType", ...Object.keys(PLAIN_PLAN)],
        ],
        plan,
      ),
  };
  return { reader: readers[list](), rows };
}
