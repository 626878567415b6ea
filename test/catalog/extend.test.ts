import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { availability, regionsInsteadOf } from "../../lib/catalog/availability";
import { type CatalogRows, extendCatalog, extendCatalogFromFile } from "../../lib/catalog/extend";
import {
  acceleratedInstanceTypes,
  findInstanceType,
  instanceType,
  instanceTypes,
} from "../../lib/catalog/instance-types";
import { instancePrice, servicePrice, servicePrices } from "../../lib/catalog/prices";

const own = { source: "our account, aws ec2 describe-instance-types", checkedOn: "2026-11-22" };
const p9 = { ...instanceType("p5.48xlarge"), name: "p9.48xlarge", family: "p9", ...own };
const price = { purchase: "on-demand" as const, pricedOn: "2026-11-22", ...own };

/** What the call throws; empty where it does not. */
function refusal(rows: object): string {
  try {
    extendCatalog(rows as CatalogRows);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("extendCatalog", () => {
  it("adds instance types, prices and regions that every look-up then finds", () => {
    extendCatalog({
      instanceTypes: [p9],
      instancePrices: [{ ...price, instanceType: "p9.48xlarge", usdPerHour: { "eu-west-3": 99 } }],
      availability: [{ family: "p9", types: ["p9.48xlarge"], regions: ["eu-west-3"], zoneIds: null, ...own }],
    });
    expect(findInstanceType("p9.48xlarge")?.acceleratorCount).toBe(8);
    expect(acceleratedInstanceTypes().some(({ name }) => name === "p9.48xlarge")).toBe(true);
    expect(instancePrice("p9.48xlarge", "on-demand", "eu-west-3")?.usdPerHour).toBe(99);
    expect(regionsInsteadOf("us-east-1", "p9.48xlarge")).toEqual(["eu-west-3"]);
  });

  it("puts a price and a row of the user's own before the catalog's, once", () => {
    const before = instanceTypes().length;
    extendCatalog({
      instanceTypes: [{ ...instanceType("g6.xlarge"), memoryGiB: 20, ...own }],
      instancePrices: [{ ...price, instanceType: "p5.48xlarge", usdPerHour: { "us-east-2": 31 } }],
    });
    expect(instancePrice("p5.48xlarge", "on-demand", "us-east-2")).toMatchObject({
      usdPerHour: 31,
      source: own.source,
    });
    expect(instancePrice("p5.48xlarge", "on-demand", "us-east-1")?.usdPerHour).toBe(55.04);
    expect(findInstanceType("g6.xlarge")?.memoryGiB).toBe(20);
    expect(instanceTypes()).toHaveLength(before);
  });

  it.each([
    ["a row without a source", { instanceTypes: [{ ...p9, source: undefined }] }, "instanceTypes.0.source"],
    ["a misspelt field", { instanceTypes: [{ ...p9, vcpu: 1 }] }, "instanceTypes.0.vcpu is not a field of the catalog"],
    [
      "a price that is no number",
      { instancePrices: [{ ...price, usdPerHour: { "us-east-2": Number.NaN } }] },
      "instancePrices.0.usdPerHour.us-east-2 must be a number, got NaN",
    ],
    [
      "a purchase that nobody sells",
      { instancePrices: [{ ...price, purchase: "lease" as "spot" }] },
      'instancePrices.0.purchase must be "on-demand" or "spot"',
    ],
    [
      "a price without the day",
      { instancePrices: [{ ...price, pricedOn: undefined as never }] },
      "instancePrices.0.pricedOn is required; give text",
    ],
    [
      "EBS in Mb/s",
      { instanceTypes: [{ ...p9, aws: { ...p9.aws!, ebs: { ...p9.aws!.ebs, maximumGbps: 80_000 } } }] },
      "instanceTypes.0.aws.ebs.maximumGbps",
    ],
    [
      "an accelerator that nothing has",
      { instanceTypes: [{ ...p9, accelerator: "H900" }] },
      '"H900" is not in the catalog',
    ],
    [
      "a family that is not the name's",
      { instanceTypes: [{ ...p9, family: "p5" }] },
      "must be the name before the point",
    ],
    [
      "EFAs that the cards do not have",
      { instanceTypes: [{ ...p9, aws: { ...p9.aws!, maxEfaInterfaces: 4 } }] },
      "must be the number of network cards",
    ],
    [
      "a row in the form of 0.1.0",
      { instanceTypes: [{ ...p9, topologyApi: true }] },
      "instanceTypes.0.topologyApi is only of types of EC2; move it to aws: { topologyApi: ... }",
    ],
    [
      "a price of nothing",
      { instancePrices: [{ ...price, instanceType: "q1.large", usdPerHour: { "us-east-1": 1 } }] },
      '"q1.large" is not',
    ],
    ["a table that is none", { models: [] }, "models is not a table that can be extended; use instanceTypes"],
  ])("refuses %s, and adds nothing", (_what, rows, message) => {
    expect(refusal(rows)).toContain(message);
    expect(findInstanceType("q1.large")).toBeUndefined();
  });
});

describe("extendCatalog with servicePrices", () => {
  const row = (item: string, usd = 0.28) => ({
    item,
    unit: "GB-month",
    usd: { "ap-northeast-1": usd },
    pricedOn: "2026-11-20",
    source: "our offer",
    checkedOn: "2026-11-22",
  });

  it("puts your prices before the catalog's, of the Region alone", () => {
    const item = "fsx-lustre-persistent-2-ssd-250-gb-month";
    extendCatalog({ servicePrices: [row(item, 0.3)] });
    extendCatalog({ servicePrices: [row(item)] });
    expect(servicePrice(item, "ap-northeast-1")).toMatchObject({ usd: 0.28, pricedOn: "2026-11-20" });
    expect(servicePrice(item, "us-east-1")?.usd).toBe(0.21);
    expect(servicePrices().filter((one) => one.item === item && one.region === "ap-northeast-1")[0]?.usd).toBe(0.28);
  });

  it("refuses an item that no bill counts, and rows that are none", () => {
    expect(() => extendCatalog({ servicePrices: [row("fsx-lustre")] })).toThrow(
      'servicePrices.0.item "fsx-lustre" is not an item of the cost estimate; use an item of servicePrices()',
    );
    expect(() => extendCatalog({ servicePrices: [row("nat-gateway-gb", -1)] })).toThrow(/servicePrices.0.usd/);
  });
});

describe("extendCatalogFromFile", () => {
  const file = (text: string) => {
    const path = join(mkdtempSync(join(tmpdir(), "catalog-")), "rows.yaml");
    writeFileSync(path, text);
    return path;
  };

  it("reads YAML", () => {
    extendCatalogFromFile(
      file(`availability:
  - { family: p5, types: [p5.48xlarge], regions: [eu-west-3], zoneIds: null, source: our account, checkedOn: "2026-11-22" }
`),
    );
    expect(availability("p5.48xlarge")?.regions).toEqual(["eu-west-3"]);
  });

  it.each([
    ["a file that is not there", "/nowhere/rows.yaml", "catalog file /nowhere/rows.yaml cannot be read: no such file"],
    [
      "a file without rows",
      file("just text"),
      'must be a map with the keys instanceTypes, instancePrices, servicePrices, availability, got "just text"',
    ],
  ])("refuses %s", (_what, path, message) => {
    expect(() => extendCatalogFromFile(path)).toThrow(message);
  });
});
