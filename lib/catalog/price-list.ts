import type { InstancePriceRow } from "./prices";

/** A product of AWS's price list, with the attributes that tell one price of an instance type from another. */
interface Product {
  readonly sku?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

type OfferTerms = Readonly<
  Record<
    string,
    { readonly priceDimensions?: Readonly<Record<string, { readonly pricePerUnit?: { readonly USD?: string } }>> }
  >
>;

interface Offer {
  readonly product: Product;
  readonly onDemand: OfferTerms;
  readonly publishedOn: string;
}

/** The attributes of Linux on shared hardware, as the public price pages mean it: no licenses, no reserved capacity. */
const PLAIN = { operatingSystem: "Linux", tenancy: "Shared", preInstalledSw: "NA", capacitystatus: "Used" };

const day = (timestamp: unknown) => String(timestamp ?? "").slice(0, 10);

/** Offers of a bulk file (`index.json` of a region), or of what `aws pricing get-products` prints. */
function offersOf(list: unknown): Offer[] {
  const file = list as {
    readonly PriceList?: readonly (string | object)[];
    readonly products?: Readonly<Record<string, Product>>;
    readonly terms?: { readonly OnDemand?: Readonly<Record<string, OfferTerms>> };
    readonly publicationDate?: string;
  };
  if (file.PriceList) {
    return file.PriceList.map((entry) => {
      const one = (typeof entry === "string" ? JSON.parse(entry) : entry) as {
        readonly product: Product;
        readonly terms?: { readonly OnDemand?: OfferTerms };
        readonly publicationDate?: string;
      };
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

function usdPerHour(onDemand: OfferTerms): number | undefined {
  const dimensions = Object.values(onDemand).flatMap((term) => Object.values(term.priceDimensions ?? {}));
  const price = Number(dimensions[0]?.pricePerUnit?.USD);
  return price > 0 ? price : undefined;
}

/** On-demand prices of a region from AWS's price list, as rows of the catalog. */
export function instancePriceRows(
  list: unknown,
  options: { readonly region: string; readonly types: ReadonlySet<string>; readonly checkedOn: string },
): InstancePriceRow[] {
  return offersOf(list).flatMap(({ product, onDemand, publishedOn }) => {
    const { instanceType = "", regionCode, marketoption = "OnDemand", ...rest } = product.attributes ?? {};
    const plain = Object.entries(PLAIN).every(([key, value]) => rest[key] === value) && marketoption === "OnDemand";
    const usd = usdPerHour(onDemand);
    if (!plain || usd === undefined || regionCode !== options.region || !options.types.has(instanceType)) return [];
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
