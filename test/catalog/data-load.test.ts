import fs, { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type * as Types from "../../lib/catalog/instance-types";
import type * as Prices from "../../lib/catalog/prices";

const DATA = join(__dirname, "../../lib/catalog/data");

const kilobytes = (file: string) => statSync(join(DATA, file)).size / 1000;

describe("the catalog's data", () => {
  // 100 kB of JSON are read and parsed in half a millisecond on a quiet machine.
  it("stays small in what one look-up reads: 200 kB in a file, 60 kB in the file of a family", () => {
    const files = readdirSync(DATA, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith(".json"));
    const limit = (file: string) => (file.startsWith("instance-") ? 60 : 200);
    expect(files.filter((file) => kilobytes(file) > limit(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(250);
  });

  it("is read family by family: a look-up reads the file of its family alone, once", () => {
    const read = jest.spyOn(fs, "readFileSync");
    jest.isolateModules(() => {
      const { findInstanceType } = require("../../lib/catalog/instance-types") as typeof Types;
      const { instancePrice } = require("../../lib/catalog/prices") as typeof Prices;
      read.mockClear();
      expect(findInstanceType("p5.48xlarge")?.vcpus).toBe(192);
      expect(findInstanceType("p5.4xlarge")?.vcpus).toBe(16);
      expect(findInstanceType("none.large")).toBeUndefined();
      expect(instancePrice("p5.48xlarge", "on-demand", "us-east-1")?.usdPerHour).toBe(55.04);
    });
    const files = read.mock.calls.map(([path]) => String(path)).filter((path) => path.includes("catalog/data"));
    expect(files.map((path) => path.split("data/")[1])).toEqual(["instance-types/p5.json", "instance-prices/p5.json"]);
  });
});
