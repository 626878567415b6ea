import { extendCatalog } from "../../lib/catalog/extend";
import { instancePriceRows } from "../../lib/catalog/price-list";
import { instancePrice } from "../../lib/catalog/prices";
import { savingsPlanRows } from "../../lib/catalog/savings-plan-rates";
import { spotPriceRows } from "../../lib/catalog/spot-history";

// The shape of AWS's price list: https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/reading-service-price-list-file-for-services.html
const attributes = {
  instanceType: "g6e.4xlarge",
  regionCode: "eu-central-1",
  operatingSystem: "Linux",
  tenancy: "Shared",
  preInstalledSw: "NA",
  capacitystatus: "Used",
  marketoption: "OnDemand",
};
const terms = (usd: string) => ({
  "SKU.JRTCKXETXF": { priceDimensions: { "SKU.JRTCKXETXF.6YS6EN2CT7": { unit: "Hrs", pricePerUnit: { USD: usd } } } },
});
const options = { region: "eu-central-1", types: new Set(["g6e.4xlarge"]), checkedOn: "2026-11-22" };
const row = {
  instanceType: "g6e.4xlarge",
  purchase: "on-demand",
  usdPerHour: { "eu-central-1": 3.75651 },
  pricedOn: "2026-11-20",
  source: "AWS price list, AmazonEC2",
  checkedOn: "2026-11-22",
};

const bulk = (changed: object) => ({
  publicationDate: "2026-11-20T18:00:00Z",
  products: { SKU: { sku: "SKU", attributes: { ...attributes, ...changed } } },
  terms: { OnDemand: { SKU: terms("3.7565100000") } },
});

describe("instancePriceRows", () => {
  it("reads a bulk file of a region", () => {
    expect(instancePriceRows(bulk({}), options)).toEqual([row]);
  });

  it("reads what `aws pricing get-products` prints, JSON inside JSON", () => {
    const entry = {
      product: { attributes },
      terms: { OnDemand: terms("3.7565100000") },
      publicationDate: "2026-11-20T18:00:00Z",
    };
    expect(instancePriceRows({ PriceList: [JSON.stringify(entry)] }, options)).toEqual([row]);
  });

  it.each([
    ["Windows", { operatingSystem: "Windows" }],
    ["dedicated hardware", { tenancy: "Dedicated" }],
    ["an installed SQL server", { preInstalledSw: "SQL Std" }],
    ["an unused reservation", { capacitystatus: "UnusedCapacityReservation" }],
    ["a Capacity Block", { marketoption: "CapacityBlock" }],
    ["another region", { regionCode: "eu-west-1" }],
    ["a type that nobody asked for", { instanceType: "g6e.8xlarge" }],
  ])("leaves out the price of %s", (_what, changed) => {
    expect(instancePriceRows(bulk(changed), options)).toEqual([]);
  });

  it.each([
    ["a month", "Mo", "2742.25"],
    ["more than a number holds", "Hrs", "1e400"],
    ["nothing", "Hrs", "0.0000000000"],
  ])("leaves out a price of %s", (_what, unit, usd) => {
    const dimension = { unit, pricePerUnit: { USD: usd } };
    const list = { ...bulk({}), terms: { OnDemand: { SKU: { term: { priceDimensions: { dimension } } } } } };
    expect(instancePriceRows(list, options)).toEqual([]);
  });

  it("takes a price that is there twice once, and refuses two prices of a type", () => {
    const entry = (usd: string) => ({ product: { attributes }, terms: { OnDemand: terms(usd) } });
    expect(instancePriceRows({ PriceList: [entry("3.7"), entry("3.7")] }, options)).toHaveLength(1);
    expect(() => instancePriceRows({ PriceList: [entry("3.7"), entry("3.8")] }, options)).toThrow(
      "the list has two On-Demand prices of g6e.4xlarge in eu-central-1, 3.7 and 3.8 USD per hour; leave one out",
    );
  });

  it.each(["not json", "5", "null", "{}"])("says which entry is no product: %s", (entry) => {
    expect(() => instancePriceRows({ PriceList: [entry] }, options)).toThrow(
      "PriceList[0] must be a product with its terms",
    );
  });
});

describe("spotPriceRows", () => {
  // The shape of https://docs.aws.amazon.com/cli/latest/reference/ec2/describe-spot-price-history.html
  const entry = {
    AvailabilityZone: "us-east-2a",
    InstanceType: "p5.48xlarge",
    ProductDescription: "Linux/UNIX",
    SpotPrice: "22.500000",
    Timestamp: "2026-11-22T08:00:00+00:00",
  };
  const asked = { region: "us-east-2", types: new Set(["p5.48xlarge"]), checkedOn: "2026-11-23" };
  const rows = (...entries: object[]) => spotPriceRows({ SpotPriceHistory: entries }, asked);

  it("takes the newest price of each zone, and the highest of these", () => {
    const [row] = rows(
      entry,
      { ...entry, SpotPrice: "90.0", Timestamp: "2026-11-20T08:00:00+00:00" },
      { ...entry, AvailabilityZone: "us-east-2b", SpotPrice: "25.1" },
    );
    expect(row).toMatchObject({ purchase: "spot", usdPerHour: { "us-east-2": 25.1 }, pricedOn: "2026-11-22" });
    expect(row?.note).toBe("the highest of us-east-2a 22.5, us-east-2b 25.1");
  });

  it.each([{ ProductDescription: "Windows" }, { InstanceType: "p4d.24xlarge" }, { SpotPrice: "none" }])(
    "leaves out what was not asked for: %j",
    (changed) => {
      expect(rows({ ...entry, ...changed })).toEqual([]);
    },
  );

  it("makes rows that the catalog takes", () => {
    extendCatalog({ instancePrices: rows(entry) });
    expect(instancePrice("p5.48xlarge", "spot", "us-east-2")?.usdPerHour).toBe(22.5);
  });
});

describe("savingsPlanRows", () => {
  // The shape of https://docs.aws.amazon.com/savingsplans/latest/APIReference/API_DescribeSavingsPlansOfferingRates.html
  const properties = {
    region: "us-east-2",
    instanceType: "p5.48xlarge",
    productDescription: "Linux/UNIX",
    tenancy: "shared",
  };
  const result = (changed: object = {}, offering: object = {}, other: object = {}) => ({
    rate: "39.5",
    unit: "Hrs",
    productType: "EC2",
    usageType: "USE2-BoxUsage:p5.48xlarge",
    properties: Object.entries({ ...properties, ...other }).map(([name, value]) => ({ name, value })),
    savingsPlanOffering: {
      planType: "Compute",
      paymentOption: "No Upfront",
      durationSeconds: 31_536_000,
      currency: "USD",
      ...offering,
    },
    ...changed,
  });
  const asked = { region: "us-east-2", types: new Set(["p5.48xlarge"]), checkedOn: "2026-11-23" };
  const rows = (...searchResults: object[]) => savingsPlanRows({ searchResults }, asked);

  it("takes one rate per term", () => {
    const found = rows(result(), result({ rate: "27.1" }, { durationSeconds: 94_608_000 }));
    expect(found.map(({ purchase, usdPerHour }) => [purchase, usdPerHour["us-east-2"]])).toEqual([
      ["savings-plan-1-year", 39.5],
      ["savings-plan-3-years", 27.1],
    ]);
  });

  it.each([
    result({}, { planType: "EC2Instance" }),
    result({}, { paymentOption: "All Upfront" }),
    result({}, { currency: "CNY" }),
    result({}, {}, { tenancy: "dedicated" }),
    result({}, {}, { region: "us-west-2" }),
    result({ usageType: "USE2-UnusedBox:p5.48xlarge" }),
    result({ rate: "0" }),
  ])("leaves out what was not asked for (%#)", (other) => {
    expect(rows(other)).toEqual([]);
  });

  it("makes rows that the catalog takes", () => {
    extendCatalog({ instancePrices: rows(result()) });
    expect(instancePrice("p5.48xlarge", "savings-plan-1-year", "us-east-2")?.usdPerHour).toBe(39.5);
  });
});
