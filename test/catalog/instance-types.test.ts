import { accelerator, accelerators } from "../../lib/catalog/accelerators";
import {
  efaInstanceTypes,
  instanceType,
  instanceTypes,
  interconnectSpansNodes,
} from "../../lib/catalog/instance-types";
import { instancePrice } from "../../lib/catalog/prices";

describe("instanceType", () => {
  it("gives p5.48xlarge its 32 network cards with an EFA each", () => {
    const type = instanceType("p5.48xlarge");
    expect(type.networkCards).toHaveLength(32);
    expect(type.networkCards.every((card) => card.efa)).toBe(true);
  });

  it("names the nearest types for a name that nothing has", () => {
    expect(() => instanceType("p5.24xlarge")).toThrow(/nearest are .*p5\.4/);
  });

  it("names only accelerators that exist", () => {
    const names = new Set(accelerators().map((row) => row.name));
    expect(instanceTypes().filter((type) => type.accelerator !== null && !names.has(type.accelerator))).toEqual([]);
  });

  it("offers an EFA card for each EFA of a type", () => {
    for (const type of efaInstanceTypes())
      expect([type.name, type.networkCards.filter((card) => card.efa).length]).toEqual([
        type.name,
        type.aws!.maxEfaInterfaces,
      ]);
  });
});

describe("interconnectSpansNodes", () => {
  it("holds of racks and UltraServers, and not of a node whose GPUs one switch joins", () => {
    const joined = ["Standard_ND128isr_GB300_v6", "p6e-gb200.36xlarge", "trn2u.48xlarge"];
    expect(joined.filter((name) => !interconnectSpansNodes(instanceType(name)))).toEqual([]);
    const alone = ["p5.48xlarge", "Standard_ND96isr_H100_v5", "g6e.48xlarge", "c7i.8xlarge"];
    expect(alone.filter((name) => interconnectSpansNodes(instanceType(name)))).toEqual([]);
  });
});

describe("accelerator", () => {
  it("gives dense figures: 989.4 TFLOP/s of bf16 for an H100 SXM", () => {
    expect(accelerator("H100-SXM-80GB").tflops.bf16).toBe(989.4);
  });
});

describe("instancePrice", () => {
  it("has a price for p5.48xlarge in us-east-1", () => {
    expect(instancePrice("p5.48xlarge", "on-demand", "us-east-1")?.usdPerHour).toBeGreaterThan(0);
  });
});
