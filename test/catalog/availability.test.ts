import { availability, regionsInsteadOf } from "../../lib/catalog/availability";
import { acceleratedInstanceTypes } from "../../lib/catalog/instance-types";
import { instancePrices } from "../../lib/catalog/prices";
import { AWS_REGIONS } from "../../lib/catalog/regions";

describe("availability", () => {
  it("says that p5 is sold in Ohio, Tokyo and London, and not in Paris or Frankfurt", () => {
    const regions = availability("p5.48xlarge")!.regions;
    expect(regions).toEqual(expect.arrayContaining(["us-east-2", "ap-northeast-1", "eu-west-2"]));
    expect(regions).not.toContain("eu-west-3");
    expect(regions).not.toContain("eu-central-1");
  });

  it("covers every region that has a price of the type, and none that AWS does not have", () => {
    for (const { instanceType, region } of instancePrices().filter((row) => !row.instanceType.startsWith("Standard_")))
      expect([instanceType, availability(instanceType)?.regions.includes(region)]).toEqual([instanceType, true]);
    const regions = new Set(acceleratedInstanceTypes().flatMap(({ name }) => availability(name)?.regions ?? []));
    expect([...regions].filter((region) => !AWS_REGIONS.includes(region))).toEqual([]);
  });
});

describe("regionsInsteadOf", () => {
  it("gives the regions that sell the type where this one does not", () => {
    expect(regionsInsteadOf("eu-west-3", "p5.48xlarge")).toEqual(availability("p5.48xlarge")!.regions);
  });

  it.each([
    ["a region that sells it", "us-east-2", "p5.48xlarge"],
    ["a type that the catalog lacks", "us-east-2", "p9.48xlarge"],
    ["a region that no source covers", "ap-southeast-7", "p5.48xlarge"],
  ])("is undefined for %s", (_what, region, type) => {
    expect(regionsInsteadOf(region, type)).toBeUndefined();
  });
});
