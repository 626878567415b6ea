import { findInstanceType, instanceTypes } from "../../lib/catalog/instance-types";
import { instancePrice, instancePrices, pricesAsOf, servicePrice, servicePrices } from "../../lib/catalog/prices";
import { lustreTiers } from "../../lib/catalog/storage/lustre-tiers";
import type { InstanceType, LustreTier } from "../../lib/catalog/types";

const day = /^20\d\d-[01]\d-[0-3]\d$/;

describe("instance prices", () => {
  // Price sheets of 2026-07 to 2026-10.
  it.each([
    ["p5.48xlarge", "on-demand", "us-east-1", 55.04],
    ["p5.48xlarge", "on-demand", "ap-northeast-1", 68.8],
    // Capacity Blocks: the list in force from 2026-10-07.
    ["p4d.24xlarge", "capacity-block", "us-east-2", 13.568],
    ["p4de.24xlarge", "capacity-block", "us-west-2", 20.368],
    ["p5.4xlarge", "capacity-block", "eu-west-2", 5.97],
    ["p5.48xlarge", "capacity-block", "us-east-2", 47.76],
    ["p5.48xlarge", "capacity-block", "ap-northeast-1", 47.76],
    ["p5e.48xlarge", "capacity-block", "us-west-2", 54.928],
    ["p5en.48xlarge", "capacity-block", "eu-north-1", 63.158],
    ["p6-b200.48xlarge", "capacity-block", "us-west-2", 113.664],
    ["p6-b200.48xlarge", "capacity-block", "us-gov-west-1", 118.408],
    ["p6-b300.48xlarge", "capacity-block", "sa-east-1", 129.168],
    ["trn2.48xlarge", "capacity-block", "ap-south-2", 35.7608],
    ["p5en.48xlarge", "on-demand", "us-east-1", 63.296],
    ["p6-b200.48xlarge", "on-demand", "us-west-2", 113.9328],
    ["p4d.24xlarge", "on-demand", "eu-west-1", 23.71569],
    ["p6e-gb200.36xlarge", "capacity-block", "us-east-1", 42.328],
    ["hpc7a.96xlarge", "on-demand", "us-east-2", 7.2],
  ] as const)("of %s %s in %s are %d dollars an hour", (type, purchase, region, usd) => {
    expect(instancePrice(type, purchase, region)?.usdPerHour).toBe(usd);
  });

  it("are undefined where the catalog has none", () => {
    expect(instancePrice("p5e.48xlarge", "on-demand", "us-east-1")).toBeUndefined();
    expect(instancePrice("p5.48xlarge", "on-demand", "mars-1")).toBeUndefined();
    expect(instancePrice("none.large", "on-demand", "us-east-1")).toBeUndefined();
  });

  // x8aedz is in no price list that was read.
  it("cover every type that is sold on demand, in us-east-1 or the one region that sells it", () => {
    const priced = new Set(
      instancePrices()
        .filter((p) => p.purchase === "on-demand")
        .map((p) => p.instanceType),
    );
    const sold = instanceTypes().filter((type) => type.purchase.includes("on-demand"));
    const unpriced = sold.filter((type) => !priced.has(type.name) && type.family !== "x8aedz");
    expect(unpriced.map((type) => type.name)).toEqual([]);
  });

  it("give no Capacity Block a price from before the list of 2026-10-07", () => {
    const old = instancePrices().filter(
      (price) => price.purchase === "capacity-block" && price.pricedOn < "2026-10-07",
    );
    expect(old).toEqual([]);
  });

  it("grow with the size inside a family", () => {
    const virtual = instanceTypes().filter(({ name }) => !name.includes("metal"));
    const bySize = new Map(virtual.map((type) => [`${type.family} ${type.vcpus}`, type]));
    const nvmeGB = ({ localNvme }: InstanceType) => (localNvme ? localNvme.count * localNvme.sizeGB : 0);
    const uneven = instancePrices().filter(({ instanceType, purchase, region, usdPerHour }) => {
      const type = findInstanceType(instanceType)!;
      const twice = bySize.get(`${type.family} ${type.vcpus * 2}`);
      if (purchase !== "on-demand" || type.accelerator !== null || type.family.startsWith("hpc") || !twice)
        return false;
      // Network, disks and frequency of these grow otherwise than their vCPUs.
      const plain = !/^(m5zn|x2iezn|x8i|z1d|t[34])|metal/.test(type.name) && nvmeGB(twice) === 2 * nvmeGB(type);
      if (!plain || twice.memoryGiB !== type.memoryGiB * 2) return false;
      const price = instancePrice(twice.name, purchase, region)?.usdPerHour;
      return price !== undefined && Math.abs(price / usdPerHour - 2) >= 0.25;
    });
    expect(uneven).toEqual([]);
  });
});

describe("service prices", () => {
  it.each([
    ["nat-gateway-hour", "us-east-1", 0.045],
    ["ebs-gp3-gb-month", "us-east-1", 0.08],
    ["s3-standard-gb-month", "us-east-1", 0.023],
    ["internet-egress-gb", "ap-northeast-1", 0.114],
    ["efs-standard-gb-month", "us-east-1", 0.3],
    ["nat-gateway-hour", "ap-northeast-1", 0.062],
    ["ebs-gp3-gb-month", "eu-central-1", 0.0952],
    ["interface-endpoint-hour", "eu-west-1", 0.011],
    ["s3-standard-gb-month", "eu-central-1", 0.0245],
    ["fsx-lustre-persistent-2-ssd-1000-gb-month", "us-east-1", 0.6],
  ])("of %s in %s are %d dollars", (item, region, usd) => {
    expect(servicePrice(item, region)?.usd).toBe(usd);
  });

  it("say per what, and are undefined where the catalog has none", () => {
    expect(servicePrice("nat-gateway-hour", "us-east-1")?.unit).toBe("hour");
    expect(servicePrice("nat-gateway-hour", "mars-1")).toBeUndefined();
    expect(servicePrice("free-lunch", "us-east-1")).toBeUndefined();
  });

  it("fall from tier to tier of internet egress", () => {
    const tiers = [
      "internet-egress-gb",
      "internet-egress-over-10tb-gb",
      "internet-egress-over-50tb-gb",
      "internet-egress-over-150tb-gb",
    ];
    const regions = servicePrices()
      .filter((price) => price.item === tiers[0])
      .map((price) => price.region);
    expect(regions.length).toBeGreaterThan(20);
    for (const region of regions) {
      const prices = tiers.map((tier) => servicePrice(tier, region)!.usd);
      expect([region, prices]).toEqual([region, [...prices].sort((a, b) => b - a)]);
    }
  });

  it("are one row an item, sorted", () => {
    const items = [...new Set(servicePrices().map((price) => price.item))];
    expect(items).toEqual([...items].sort());
  });
});

describe("pricesAsOf", () => {
  it("gives the oldest and the newest day", () => {
    const { oldest, newest } = pricesAsOf();
    expect(oldest).toMatch(day);
    expect(newest).toMatch(day);
    expect(oldest < newest).toBe(true);
    expect(instancePrices().every((price) => price.pricedOn >= oldest && price.pricedOn <= newest)).toBe(true);
  });
});

describe("prices of Lustre storage", () => {
  it("exist for every tier with a capacity, and rise with its throughput", () => {
    const priceOf = (tier: LustreTier) => {
      const name = [tier.deploymentType, tier.storageType, tier.throughputPerTiB]
        .filter((part) => part !== null)
        .join("-");
      return servicePrice(`fsx-lustre-${name.toLowerCase().replaceAll("_", "-")}-gb-month`, "us-east-1")?.usd;
    };
    const tiers = lustreTiers().filter((tier) => tier.stepGiB !== null);
    expect(tiers.filter((tier) => priceOf(tier) === undefined)).toEqual([]);
    for (const kind of ["PERSISTENT_1 SSD", "PERSISTENT_1 HDD", "PERSISTENT_2 SSD"]) {
      const prices = tiers.filter((tier) => `${tier.deploymentType} ${tier.storageType}` === kind).map(priceOf);
      expect([kind, prices]).toEqual([kind, [...prices].sort((a, b) => a! - b!)]);
    }
  });
});
