import fc from "fast-check";
import { egressUsdPerMonth } from "../../../lib/sizing/cost/egress";

const OHIO = [
  { fromGb: 100, usdPerGb: 0.09 },
  { fromGb: 10_240, usdPerGb: 0.085 },
  { fromGb: 51_200, usdPerGb: 0.07 },
  { fromGb: 153_600, usdPerGb: 0.05 },
];

describe("egressUsdPerMonth", () => {
  it.each([
    ["nothing", 0, 0],
    ["what is free", 100, 0],
    ["the first GB that is paid", 101, 0.09],
    ["the first tier, full", 10_240, 912.6],
    ["a GB of the second", 10_241, 912.685],
    ["60 TB over three tiers", 61_440, 5111],
    ["200 TB over four", 204_800, 14_122.2],
  ])("bills %s", (_, gb, usd) => {
    expect(egressUsdPerMonth(gb, OHIO)).toBeCloseTo(usd, 6);
  });

  it("never falls with the amount, never exceeds the dearest price, and takes tiers in any order", () => {
    const amount = fc.double({ min: 0, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        const usd = egressUsdPerMonth(more, OHIO);
        expect(usd).toBeGreaterThanOrEqual(egressUsdPerMonth(less, OHIO));
        expect(usd).toBeLessThanOrEqual(more * 0.09);
        expect(egressUsdPerMonth(more, [...OHIO].reverse())).toBe(usd);
      }),
    );
  });
});
