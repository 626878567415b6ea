import fc from "fast-check";
import { accelerator } from "../../../lib/catalog/accelerators";
import { fabricSwitch, fabricSwitches } from "../../../lib/catalog/fabric-switches";
import { nodePowers } from "../../../lib/catalog/node-power";
import { clusterPower, nodeDraw, rackLayout, runEnergyWh, TRAINING_SHARE } from "../../../lib/sizing/cost/power";
import { fatTree } from "../../../lib/sizing/fabric/fat-tree";
import { exactly } from "../../../lib/sizing/inputs/range";

describe("nodeDraw", () => {
  it("is the DGX H100's for eight H100, and covers the 8.4 kW and 76 % that were measured", () => {
    const draw = nodeDraw(accelerator("H100-SXM-80GB"), 8)!;
    expect(draw).toMatchObject({ reference: "DGX H100", nameplateWatts: exactly(10_200) });
    expect(draw.trainingWatts.expected).toBeCloseTo(7752, 9);
    expect(draw.trainingWatts.high).toBeGreaterThan(8400);
    expect(TRAINING_SHARE.expected).toBe(0.76);
  });

  it("holds a mean of 6.95 kW in MLPerf's LoRA run and the highest draw of 8.4 kW in its range", () => {
    // https://smc.co/mlperfv40/results/llama2-70b-lora and https://arxiv.org/abs/2412.08602, eight H100
    const { low, high } = nodeDraw(accelerator("H100-SXM-80GB"), 8)!.trainingWatts;
    for (const watts of [6950, 8400]) {
      expect(watts).toBeGreaterThan(low);
      expect(watts).toBeLessThan(high);
    }
  });

  it("takes an NVL72 rack of GB200 for 120 kW, and a compute tray for an eighteenth", () => {
    const part = accelerator("GB200-186GB");
    expect(nodeDraw(part, 72)!.nameplateWatts.expected).toBe(120_000);
    expect(nodeDraw(part, 4)!.nameplateWatts.expected * 18).toBeCloseTo(120_000, -2);
  });

  it("covers the nameplate of every published system by the TDP alone", () => {
    for (const row of nodePowers()) {
      const part = accelerator(row.accelerator);
      const estimate = nodeDraw({ ...part, name: "unpublished" }, row.accelerators)!;
      expect(estimate.reference).toBeNull();
      expect(estimate.nameplateWatts.low).toBeLessThanOrEqual(row.nameplateWatts * 1.001);
      expect(estimate.nameplateWatts.high).toBeGreaterThanOrEqual(row.nameplateWatts * 0.995);
    }
  });

  it("is null for an accelerator without a published TDP", () => {
    expect(nodeDraw({ ...accelerator("H100-SXM-80GB"), name: "x", tdpWatts: null }, 8)).toBeNull();
  });
});

describe("clusterPower", () => {
  const su = { name: "DGX H100", count: 32, nameplateWatts: exactly(10_200), drawWatts: exactly(7752) };

  it("gives a scalable unit of 32 DGX H100 326.4 kW, and its cooling by the PUE", () => {
    const power = clusterPower([su], 1.25);
    expect(power.nameplateWatts.expected).toBe(326_400);
    expect(power.coolingWatts.expected).toBeCloseTo(0.25 * 32 * 7752, 6);
    expect(power.facilityWatts.expected).toBeCloseTo(power.drawWatts.expected + power.coolingWatts.expected, 6);
  });

  it("never falls with more equipment or a higher PUE", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), fc.double({ min: 1, max: 2, noNaN: true }), (count, pue) => {
        const at = (n: number, p: number) => clusterPower([{ ...su, count: n }], p).facilityWatts.expected;
        expect(at(count + 1, pue)).toBeGreaterThan(at(count, pue));
        expect(at(count, pue * 1.1)).toBeGreaterThanOrEqual(at(count, pue));
      }),
    );
  });
});

describe("rackLayout", () => {
  // SuperPOD reference architectures: four DGX H100 a rack, four DGX B300 at about 56 kW
  it.each([
    [10_200, 8, 42_000, 4, 40_800],
    [14_000, 10, 60_000, 4, 56_000],
    [10_200, 8, 17_000, 1, 10_200],
    [10_200, 8, 10_000, 0, 0],
  ])("puts %i W of %i units in racks of %i W: %i nodes, %i W", (watts, units, rack, nodes, inRack) => {
    expect(rackLayout(32, watts, units, rack)).toMatchObject({ nodesPerRack: nodes, wattsPerRack: inRack });
  });
});

describe("runEnergyWh", () => {
  // LLaMA (arXiv 2302.13971) table 15 at PUE 1.1; BLOOM (arXiv 2211.02001) at the plug; GPT-3 (arXiv 2104.10350) on V100
  it.each([
    ["LLaMA 7B", 82_432, 400, 1.1, 36],
    ["LLaMA 13B", 135_168, 400, 1.1, 59],
    ["LLaMA 33B", 530_432, 400, 1.1, 233],
    ["LLaMA 65B", 1_022_362, 400, 1.1, 449],
    ["OPT-175B", 809_472, 400, 1.1, 356],
    ["BLOOM 176B", 1_082_990, 400, 1, 433],
    ["GPT-3 175B", 10_000 * 14.8 * 24, 330, 1.1, 1287],
  ])("of %s is within 2 %% of the published one", (_, gpuHours, watts, pue, megawattHours) => {
    const energy = runEnergyWh(exactly(watts), exactly(gpuHours), pue).expected / 1e6;
    expect(Math.abs(energy / megawattHours - 1)).toBeLessThan(0.02);
  });
});

describe("fabricSwitches", () => {
  it("agree with the fat-tree on the endpoints they reach in two tiers", () => {
    for (const { ports, maxEndpointsTwoTiers } of fabricSwitches()) {
      const reach = fatTree({ nodes: 1, railsPerNode: 1, switchPorts: ports, tiers: 2, layout: "node-packed" });
      expect(reach.maxNodes).toBe(maxEndpointsTwoTiers);
    }
  });

  it("are found by name", () => {
    expect(fabricSwitch("QM9700").ports).toBe(64);
    expect(() => fabricSwitch("QM9800")).toThrow('"QM9800" is not in the catalog; nearest are QM9700, QM8700, QM9790');
  });
});

describe("bad input to power", () => {
  it.each<[() => unknown, string]>([
    [
      () => nodeDraw(accelerator("H100-SXM-80GB"), 0),
      "accelerators must be a whole number from 1 to 1024, got 0; use 1 or more",
    ],
    [() => clusterPower([], 0.9), "pue must be a number from 1 to 5, got 0.9; use 1.1 to 1.5"],
    [
      () => clusterPower([{ name: "x", count: -1, nameplateWatts: exactly(1), drawWatts: exactly(1) }], 1.2),
      "items[0].count must be a whole number of 0 or more, got -1; use 0 or more",
    ],
    [() => rackLayout(32, 0, 8, 42_000), "nameplateWatts must be a number above 0 W, got 0; use nodeDraw"],
    [
      () => rackLayout(32, 10_200, 43, 42_000),
      "unitsPerNode must be a whole number from 1 to 42, got 43; use 1 or more",
    ],
    [
      () => runEnergyWh(exactly(1), exactly(-1), 1.2),
      "hours.low must be a number of 0 or more h, got -1; use 0 or more",
    ],
  ])("says what is wrong, case %#", (call, message) => {
    expect(call).toThrow(message);
  });
});
