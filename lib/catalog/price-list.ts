import { problemOf, WarpformError } from "../errors";
import type { InstancePriceRow } from "./prices";

/** A product of AWS's price list, with the attributes that tell one price of an instance type from another. */
interface Product {
  readonly sku?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

interface PriceDimension {
  readonly unit?: string;
  readonly pricePerUnit?: { readonly USD?: string };
}

type OfferTerms = Readonly<Record<string, { readonly priceDimensions?: Readonly<Record<string, PriceDimension>> }>>;

interface Offer {
  readonly product: Product;
  readonly onDemand: OfferTerms;
  readonly publishedOn: string;
}

/** The attributes of Linux on shared hardware, as the public price pages mean it: no licenses, no reserved capacity. */
const PLAIN = { operatingSystem: "Linux", tenancy: "Shared", preInstalledSw: "NA", capacitystatus: "Used" };

function refuse(message: string): never {
  throw new WarpformError("AWS price list", [problemOf("malformed", "--from", message)]);
}

const day = (timestamp: unknown) => String(timestamp ?? "").slice(0, 10);

interface ListEntry {
  readonly product: Product;
  readonly terms?: { readonly OnDemand?: OfferTerms };
  readonly publicationDate?: string;
}

function entryOf(entry: string | object, index: number): ListEntry {
  try {
    const read: unknown = typeof entry === "string" ? JSON.parse(entry) : entry;
    if (typeof (read as ListEntry | null)?.product === "object") return read as ListEntry;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const got = JSON.stringify(entry).slice(0, 40);
  return refuse(
    `PriceList[${index}] must be a product with its terms, as AWS writes it, got ${got}; download the list again`,
  );
}

/** Offers of a bulk file (`index.json` of a region), or of what `aws pricing get-products` prints. */
function offersOf(list: unknown): Offer[] {
  const file = list as {
    readonly PriceList?: readonly (string | object)[];
    readonly products?: Readonly<Record<string, Product>>;
    readonly terms?: { readonly OnDemand?: Readonly<Record<string, OfferTerms>> };
    readonly publicationDate?: string;
  };
  if (file.PriceList) {
    return file.PriceList.map((entry, index) => {
      const one = entryOf(entry, index);
      return { product: one.product, onDemand: one.terms?.OnDemand ?? {}, publishedOn: day(one.publicationDate) };
    });
  }
  const publishedOn = day(file.publicationDate);
  return Object.entries(file.products ?? {}).map(([sku, product]) => ({
    product,
    onDemand: file.terms?.OnDemand?.[sku] ?? {},
    publishedOn,
  }));
}

/** The price of an hour, the only unit in which instances are rented by the list. */
function usdPerHour(onDemand: OfferTerms): number | undefined {
  const dimensions = Object.values(onDemand).flatMap((term) => Object.values(term.priceDimensions ?? {}));
  const price = Number(dimensions.find(({ unit }) => unit === "Hrs")?.pricePerUnit?.USD);
  return price > 0 && Number.isFinite(price) ? price : undefined;
}

/**
 * On-demand prices of a region from AWS's price list, as rows of the catalog.
 * @throws WarpformError where the list holds something else, or two prices of a type
 */
export function instancePriceRows(
  list: unknown,
  options: { readonly region: string; readonly types: ReadonlySet<string>; readonly checkedOn: string },
): InstancePriceRow[] {
  const priced = new Map<string, number>();
  return offersOf(list).flatMap(({ product, onDemand, publishedOn }) => {
    const { instanceType = "", regionCode, marketoption = "OnDemand", ...rest } = product.attributes ?? {};
    const plain = Object.entries(PLAIN).every(([key, value]) => rest[key] === value) && marketoption === "OnDemand";
    const usd = usdPerHour(onDemand);
    if (!plain || usd === undefined || regionCode !== options.region || !options.types.has(instanceType)) return [];
    const other = priced.get(instanceType);
    if (other === usd) return [];
    if (other !== undefined)
      refuse(
        `the list has two On-Demand prices of ${instanceType} in ${options.region}, ${other} and ${usd} USD per hour; leave one out`,
      );
    priced.set(instanceType, usd);
    return {
      instanceType,
      purchase: "on-demand" as const,
      usdPerHour: { [options.region]: usd },
      pricedOn: publishedOn || options.checkedOn,
      source: "AWS price list, AmazonEC2",
      checkedOn: options.checkedOn,
    };
  });
}
