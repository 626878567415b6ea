import { instanceType } from "../../lib/catalog/instance-types";
import { filteredTypes, listPriceOf } from "../../lib/cli/catalog-filter";
import { messageOf } from "../clouds/aws/synthesized";

const names = (filter: Parameters<typeof filteredTypes>[0]) => filteredTypes(filter).map(({ name }) => name);

describe("filteredTypes", () => {
  it("keeps the accelerators, memory and price that are asked for", () => {
    expect(names({ gpu: "h100" })).toEqual(["p5.48xlarge", "p5.4xlarge"]);
    expect(names({ gpu: "h100", maxPrice: "10" })).toEqual(["p5.4xlarge"]);
    expect(names({ gpu: "h100", maxPrice: "10", region: "eu-west-3" })).toEqual([]);
    expect(names({ minMemory: "141" })).toContain("p5en.48xlarge");
    expect(names({ minMemory: "141" })).not.toContain("p5.48xlarge");
    expect(names({ family: "m9g" })).toContain("m9g.large");
    expect(names({ all: true }).length).toBeGreaterThan(1200);
  });

  it("refuses a number that is none", () => {
    expect(() => names({ maxPrice: "cheap", minMemory: "-1" })).toThrow(
      '--min-memory must be a number above 0, got "-1"\n  - --max-price must be a number above 0, got "cheap"',
    );
  });

  it("refuses names that the catalog does not have, with those that it has", () => {
    const message = messageOf(() => names({ gpu: "h900", family: "p55", region: "us-esat-1" }));
    expect(message).toContain('--gpu "h900" is not in the catalog; did you mean H100');
    expect(message).toContain('--family "p55" is not in the catalog; did you mean');
    expect(message).toContain('--region "us-esat-1" is not in the catalog; did you mean us-east-1');
  });
});

describe("listPriceOf", () => {
  it("is the region's price, else another's by name, else that of Capacity Blocks", () => {
    expect(listPriceOf(instanceType("g6e.4xlarge"), "eu-central-1")).toMatchObject({ usdPerHour: 3.75651 });
    expect(listPriceOf(instanceType("g6e.4xlarge"), "ap-southeast-7")?.region).not.toBe("ap-southeast-7");
    expect(listPriceOf(instanceType("p5e.48xlarge"), "us-east-2")).toMatchObject({ purchase: "capacity-block" });
  });
});
