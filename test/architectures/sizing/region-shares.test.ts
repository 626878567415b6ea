import * as fc from "fast-check";
import { peakShares, sharesOf } from "../../../lib/architectures/sizing/region-shares";
import { messageOf } from "../../clouds/aws/synthesized";

const rounded = (shares: readonly number[]) => shares.map((share) => Number(share.toFixed(4)));

describe("peakShares", () => {
  it.each([
    ["latency", [0.5, 0.5], [1, 1]],
    ["weighted", [0.5, 0.5], [1, 1]],
    ["weighted", [0.5, 0.3, 0.2], [0.7143, 0.6, 0.4]],
    ["latency", [0.5, 0.3, 0.2], [0.8, 0.8, 0.7]],
  ] as const)("by %s, of %j, asks %j of the regions", (routing, shares, peaks) => {
    expect(rounded(peakShares(shares, routing))).toEqual(peaks);
  });

  it("lets the regions that are left take everything, whichever one is lost", () => {
    const weights = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(weights, fc.constantFrom("latency" as const, "weighted" as const), (parts, routing) => {
        const sum = parts.reduce((a, b) => a + b, 0);
        const peaks = peakShares(
          parts.map((part) => part / sum),
          routing,
        );
        parts.forEach((_, lost) => {
          const left = peaks.reduce((total, peak, i) => total + (i === lost ? 0 : peak), 0);
          expect(left).toBeGreaterThanOrEqual(1 - 1e-9);
        });
      }),
    );
  });
});

describe("sharesOf", () => {
  it("divides evenly where nothing is given", () => {
    expect(sharesOf("x", [undefined, undefined])).toEqual([0.5, 0.5]);
  });

  it.each([
    [[0.5, undefined], "x: regions[1].share is required where another region has one; give all or none"],
    [[1, 0.5], "x: regions[0].share must be between 0 and 1, got 1"],
    [[0.5, 0.4], "x: regions[].share must add up to 1, got 0.9; leave all out for equal shares"],
  ])("refuses %j", (given, message) => {
    expect(messageOf(() => sharesOf("x", given))).toBe(message);
  });
});
