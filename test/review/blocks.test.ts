import { coveredDays } from "../../lib/review/block-dates";
import { blocksToBuy } from "../../lib/review/blocks";
import { isSold, soldDays } from "../../lib/sizing/cost/capacity-block";
import { block } from "./p5-cluster";

const days = (from: number, to: number) => {
  const on = (day: number) => new Date(Date.UTC(2027, 0, day)).toISOString();
  return block({ startsOn: on(from), endsOn: on(to) });
};

describe("coveredDays", () => {
  it("adds blocks in a row up, whatever their order", () => {
    expect(coveredDays([days(8, 15), days(1, 8)])).toBe(14);
  });

  it("counts days of blocks at the same time once", () => {
    expect(coveredDays([days(1, 8), days(1, 8), days(5, 10)])).toBe(9);
  });

  it("leaves out the days between blocks", () => {
    expect(coveredDays([days(1, 3), days(10, 12)])).toBe(4);
  });

  it("is not known where the dates of one block are not", () => {
    expect(coveredDays([days(1, 8), block({ endsOn: null })])).toBeNull();
  });
});

describe("isSold", () => {
  it.each([
    [0, false],
    [1, true],
    [14, true],
    [15, false],
    [21, true],
    [182, true],
    [189, false],
  ])("of %i days is %s", (length, sold) => expect(isSold(length)).toBe(sold));
});

describe("soldDays", () => {
  it.each([
    [0.2, 1],
    [13.2, 14],
    [14.1, 21],
    [182, 182],
    [400, 182],
  ])("takes %d days as %i, which is sold", (length, sold) => {
    expect(soldDays(length)).toBe(sold);
    expect(isSold(soldDays(length))).toBe(true);
  });
});

describe("blocksToBuy", () => {
  it("names several where none is long enough", () => {
    expect(blocksToBuy(100)).toBe("a block of 105 days");
    expect(blocksToBuy(400)).toBe("3 consecutive blocks of up to 182 days each");
  });
});
