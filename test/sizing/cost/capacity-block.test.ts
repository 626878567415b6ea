import { blocksInARow, daysToBuy } from "../../../lib/sizing/cost/capacity-block";

describe("daysToBuy", () => {
  it.each([
    [0.08, 1],
    [0.97, 1],
    [0.99, 2],
    [13.97, 14],
    // The last half hour is not the run's: 13.99 days do not fit 14.
    [13.99, 21],
    [116.1, 119],
    [181.9, 182],
    [182, 183],
    [200, 203],
    [363.9, 364],
    [364, 365],
  ])("buys for %d days of work %i days", (run, days) => expect(daysToBuy(run)).toBe(days));

  it("names how many blocks in a row they are", () => {
    expect([181.9, 182, 400].map(blocksInARow)).toEqual([1, 2, 3]);
  });
});
