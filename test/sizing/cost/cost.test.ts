import fc from "fast-check";
import { servicePrice } from "../../../lib/catalog/prices";
import {
  costPerMillionTokens,
  hourlyCost,
  natCost,
  nodesCost,
  runCost,
  storageCost,
  transferCost,
} from "../../../lib/sizing/cost/cost";
import { type OwnershipProps, ownershipCost } from "../../../lib/sizing/cost/ownership";
import { breakEvenUtilization, capacityBlockCost, spotWorkPrice } from "../../../lib/sizing/cost/purchase";
import { exactly } from "../../../lib/sizing/inputs/range";

const always = exactly(1);

describe("runCost", () => {
  // GPU-hours and prices as their authors give them
  it.each([
    ["MPT-7B (440 A100, 9.5 days, 2 USD)", 440 * 9.5 * 24, 2, 200_000, 0.01],
    ["DeepSeek-V3 (2.788 M H800-hours, 2 USD; arXiv 2412.19437 table 1)", 2.788e6, 2, 5.576e6, 1e-9],
    ["Stable Diffusion (150,000 A100-hours, 4 USD)", 150_000, 4, 600_000, 1e-9],
  ])("of %s is the published one", (_, gpuHours, price, published, tolerance) => {
    const { usd } = runCost(price, exactly(gpuHours), always);
    expect(Math.abs(usd.expected / published - 1)).toBeLessThan(tolerance + 1e-12);
  });

  it("tells what is paid for nothing: failures and idle hours", () => {
    const cost = runCost(100, exactly(90), exactly(0.9), 10, 2e9);
    expect(cost.hours.expected).toBeCloseTo(100, 9);
    expect(cost.usd.expected).toBeCloseTo(11_000, 6);
    expect(cost.idleUsd.expected).toBeCloseTo(2_000, 6);
    expect(cost.usdPerMillionTokens!.expected).toBeCloseTo(5.5, 9);
  });

  it("is linear in hours and in the price", () => {
    const positive = fc.double({ min: 0.01, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(positive, positive, fc.double({ min: 0.1, max: 1, noNaN: true }), (price, hours, kept) => {
        const one = runCost(price, exactly(hours), exactly(kept)).usd.expected;
        expect(runCost(price, exactly(hours * 3), exactly(kept)).usd.expected / one).toBeCloseTo(3, 9);
        expect(runCost(price * 5, exactly(hours), exactly(kept)).usd.expected / one).toBeCloseTo(5, 9);
      }),
    );
  });
});

describe("hourlyCost", () => {
  it("adds nodes, storage, NAT and traffic up, by kind", () => {
    const nat = servicePrice("nat-gateway-hour", "us-east-1")!.usd;
    const gb = servicePrice("nat-gateway-gb", "us-east-1")!.usd;
    const cost = hourlyCost([
      nodesCost("h100", 16, 55.04),
      storageCost("scratch", 49_152, 0.145),
      natCost(1, nat, 100, gb),
      transferCost("between zones", "cross-az", 50, 0.02),
      transferCost("to the internet", "egress", 10, 0.09),
    ]);
    expect(cost.byKind.nodes).toBeCloseTo(880.64, 9);
    expect(cost.byKind.storage).toBeCloseTo((49_152 * 0.145) / 730, 9);
    expect(cost.byKind.nat).toBeCloseTo(0.045 + 4.5, 9);
    expect(cost.usdPerHour).toBeCloseTo(
      Object.values(cost.byKind).reduce((a, b) => a + b, 0),
      9,
    );
    expect(cost.usdPerMonth).toBeCloseTo(cost.usdPerHour * 730, 6);
  });
});

describe("costPerMillionTokens", () => {
  it("is 2.22 USD for 8 USD an hour and 2,000 tokens/s half used, and falls with throughput", () => {
    const cost = costPerMillionTokens(8, { low: 1000, expected: 2000, high: 4000 }, 0.5);
    expect(cost.expected).toBeCloseTo(2.222, 3);
    expect(cost.low).toBeCloseTo(1.111, 3);
    expect(cost.high).toBeCloseTo(4.444, 3);
  });
});

describe("purchase options", () => {
  it("prices an hour of kept work on spot", () => {
    expect(spotWorkPrice(40, exactly(0.8)).expected).toBe(50);
  });

  it("breaks even where the prices say", () => {
    expect(breakEvenUtilization(43, 55)).toBeCloseTo(0.782, 3);
  });

  it("pays a Capacity Block up front and loses its last half-hour", () => {
    const block = capacityBlockCost(16, 31.464, 14, { low: 200, expected: 300, high: 336 });
    expect(block.usdUpFront).toBeCloseTo(169_150.46, 1);
    expect(block.hoursLeft.expected).toBe(35.5);
    expect(block.endsInTime).toEqual({ expected: true, atWorst: false });
    expect(block.usdUnused.expected).toBeCloseTo(35.5 * 16 * 31.464, 6);
    expect(block.usdUnused.low).toBe(0);
  });
});

describe("ownershipCost", () => {
  const base: OwnershipProps = {
    gpus: 1024,
    capexUsd: 40e6,
    lifeYears: 5,
    residualShare: 0.1,
    interestShare: 0.06,
    supportShare: 0.04,
    drawWatts: 1.2e6,
    pue: 1.3,
    usdPerKwh: 0.1,
    colocationUsdPerKwMonth: 130,
    staff: 4,
    usdPerStaffYear: 250_000,
    utilization: 0.8,
  };

  it("adds its parts up, and costs more for each hour used the less it is used", () => {
    const cost = ownershipCost(base);
    expect(cost.byPart.depreciation).toBe(7.2e6);
    expect(cost.byPart.capital).toBeCloseTo(1.32e6, 3);
    expect(cost.byPart.energy).toBeCloseTo(1200 * 1.3 * 8760 * 0.1, 3);
    expect(cost.usdPerYear).toBeCloseTo(
      Object.values(cost.byPart).reduce((a, b) => a + b, 0),
      3,
    );
    expect(cost.usdPerGpuHour).toBeCloseTo(cost.usdPerYear / (1024 * 8760), 12);
    expect(ownershipCost({ ...base, utilization: 0.4 }).usdPerUsedGpuHour / cost.usdPerUsedGpuHour).toBeCloseTo(2, 9);
  });

  it.each<[Partial<OwnershipProps>, string]>([
    [{ pue: 0.9 }, "pue must be a number from 1 to 5, got 0.9; use 1.2 to 1.5"],
    [{ utilization: 0 }, "utilization must be a number above 0 and at most 1, got 0; use 0.7 for 70 %"],
    [{ residualShare: 10 }, "residualShare must be a number from 0 to 1, got 10; use 0.1 for 10 %"],
    [{ lifeYears: 0 }, "lifeYears must be a number above 0 and at most 30, got 0; use 4 to 6"],
    [{ gpus: 0 }, "gpus must be a whole number of 1 or more, got 0; use 1 or more"],
    [{ usdPerKwh: -1 }, "usdPerKwh must be a number of 0 or more US dollars, got -1; use 0 or more"],
  ])("says what is wrong with %j", (change, message) => {
    expect(() => ownershipCost({ ...base, ...change })).toThrow(`ownershipCost: ${message}`);
  });
});

describe("bad input to cost", () => {
  it.each<[() => unknown, string]>([
    [() => nodesCost("h100", -1, 55), "nodesCost: nodes must be a number of 0 or more, got -1; use 0 or more"],
    [
      () => nodesCost("h100", 1, Number.NaN),
      "nodesCost: usdPerNodeHour must be a number of 0 or more US dollars, got NaN; use 0 or more",
    ],
    [
      () => runCost(1, exactly(1), exactly(0)),
      "effectiveShare.low must be a number above 0 and at most 1, got 0; use effectiveTrainingTime",
    ],
    [() => runCost(1, exactly(-1), always), "workHours.low must be a number of 0 or more h, got -1; use 0 or more"],
    [
      () => costPerMillionTokens(1, exactly(0), 1),
      "tokensPerSecond.low must be a number above 0, got 0; use servingRate",
    ],
    [
      () => costPerMillionTokens(1, always, 50),
      "utilization must be a number above 0 and at most 1, got 50; use 0.5 for half",
    ],
    [() => capacityBlockCost(16, 31, 20, always), "days must be 1 to 14, or whole weeks up to 182, got 20; use 21"],
    [
      () => capacityBlockCost(65, 31, 14, always),
      "nodes must be a whole number from 1 to 64, got 65; use several blocks above 64",
    ],
    [() => capacityBlockCost(1, 31, 183, always), "days must be a whole number from 1 to 182, got 183; use 1 or more"],
    [
      () => breakEvenUtilization(1, 0),
      "usdOnDemandPerHour must be a number above 0 US dollars, got 0; use a value in that range",
    ],
  ])("says what is wrong, case %#", (call, message) => {
    expect(call).toThrow(message);
  });
});
