import { instancePriceRows } from "../../lib/catalog/price-list";

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
});
