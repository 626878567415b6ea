import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cellsOf } from "../../../lib/catalog/public-lists/list-reader";
import { type PricesRefreshOptions, pricesRefreshCommand } from "../../../lib/cli/commands/prices-command";
import { ANSWERS, ec2, p5, priceListServer } from "./price-lists";

const EC2_PATH = "/offers/v1.0/aws/AmazonEC2/current/ap-northeast-1/index.csv";

let server: Server;
let url: string;
let answers: Readonly<Record<string, string>> = ANSWERS;
let half = false;
let output: string;
let folder: string;

beforeAll(async () => {
  ({ server, url } = await priceListServer(
    () => answers,
    () => half,
  ));
  folder = mkdtempSync(join(tmpdir(), "warpform-prices-"));
});
beforeEach(() => {
  answers = ANSWERS;
  half = false;
  output = join(folder, "prices.json");
  rmSync(output, { force: true });
  jest.spyOn(console, "log").mockImplementation();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const refresh = (options: Partial<PricesRefreshOptions> = {}) =>
  pricesRefreshCommand({ region: "ap-northeast-1", public: true, priceLists: url, output, ...options });

describe("cellsOf", () => {
  it.each([
    ['"a","8 x ""NVMe"", SSD",,', ["a", '8 x "NVMe", SSD', "", ""]],
    ['"",b', ["", "b"]],
    ['"a"', ["a"]],
    ["a,,b", ["a", "", "b"]],
    [',"b"', ["", "b"]],
  ])("takes %s apart", (line, cells) => {
    expect(cellsOf(line)).toEqual(cells);
  });
});

describe("prices refresh --public", () => {
  it("writes On-Demand prices of instances and of services, with the day of the list", async () => {
    await refresh();
    const { instancePrices, servicePrices } = JSON.parse(readFileSync(output, "utf8"));
    expect(instancePrices).toEqual([
      {
        instanceType: "p5.48xlarge",
        purchase: "on-demand",
        usdPerHour: { "ap-northeast-1": 61.2 },
        pricedOn: "2026-11-24",
        source: "AWS public price list, AmazonEC2",
        checkedOn: new Date().toISOString().slice(0, 10),
      },
    ]);
    expect(
      servicePrices.map((row: { item: string; unit: string; usd: object }) => [row.item, row.unit, row.usd]),
    ).toEqual([
      ["nat-gateway-gb", "GB", { "ap-northeast-1": 0.052 }],
      ["nat-gateway-hour", "hour", { "ap-northeast-1": 0.052 }],
      ["ebs-gp3-gb-month", "GB-month", { "ap-northeast-1": 0.0952 }],
      ["fsx-lustre-scratch-2-ssd-gb-month", "GB-month", { "ap-northeast-1": 0.169 }],
      ["fsx-lustre-persistent-2-ssd-250-gb-month", "GB-month", { "ap-northeast-1": 0.253 }],
    ]);
    expect(console.log).toHaveBeenCalledWith(expect.stringMatching(/of\s+2026-11-24/));
  });

  it("writes both terms of Compute Savings Plans without upfront payment", async () => {
    await refresh({ purchase: ["savings-plan"] });
    const { instancePrices } = JSON.parse(readFileSync(output, "utf8"));
    expect(
      instancePrices.map((row: { purchase: string; usdPerHour: object }) => [row.purchase, row.usdPerHour]),
    ).toEqual([
      ["savings-plan-1-year", { "ap-northeast-1": 44.7 }],
      ["savings-plan-3-years", { "ap-northeast-1": 27.9 }],
    ]);
  });

  const withEc2 = (text: string) => () => {
    answers = { ...ANSWERS, [EC2_PATH]: text };
  };
  const cutAt = (text: string, row: string) => text.slice(0, text.indexOf(row) + row.length / 2);

  it.each<[string, () => void, Partial<PricesRefreshOptions>, RegExp]>([
    ["404", () => {}, { region: "eu-west-9" }, /AmazonEC2\/current\/eu-west-9\/index\.csv .*the answer is 404/],
    [
      "half of what was announced",
      () => {
        half = true;
      },
      {},
      /AmazonEC2.*terminated/,
    ],
    ["half a row", withEc2(cutAt(ec2(), "EBS:VolumeUsage")), {}, /it ends within line 15/],
    ["an end before the columns", withEc2('"FormatVersion","v1.0"\n'), {}, /it ends after 1 lines, before its columns/],
    ["nothing", withEc2(""), {}, /it is empty/],
    [
      "HTML",
      withEc2("<!DOCTYPE html>\n<html><body>Sign in"),
      {},
      /it begins with "<!DOCTYPE html>", which no price list/,
    ],
    ["another unit", withEc2(ec2({ ...p5, Unit: "Quantity" })), {}, /it has p5\.48xlarge in Quantity instead of Hrs/],
    [
      "a column that is gone",
      withEc2(ec2().replaceAll("CapacityStatus", "Capacity")),
      {},
      /it has no column CapacityStatus/,
    ],
    ["no date", withEc2(ec2().replace("Publication Date", "Date")), {}, /it names no publication date/],
    ["no server", () => {}, { priceLists: "http://127.0.0.1:9" }, /no answer \(/],
    [
      "no plans of the Region",
      () => {},
      { region: "eu-west-9", purchase: ["savings-plan"] },
      /it names no Region eu-west-9/,
    ],
    [
      "no price of the type",
      () => {},
      { instanceType: ["p4d.24xlarge"] },
      /no Linux price for these types in ap-northeast-1/,
    ],
    ["Spot", () => {}, { purchase: ["spot"] }, /--purchase spot is in no public list/],
    ["two sources", () => {}, { from: "x.json" }, /--from and --public are two sources/],
  ])("refuses %s in one error, and writes nothing", async (_, plant, options, message) => {
    plant();
    await expect(refresh(options)).rejects.toThrow(message);
    expect(existsSync(output)).toBe(false);
  });
});
