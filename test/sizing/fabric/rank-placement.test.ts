import { ranksOfDomain } from "../../../lib/sizing/fabric/rank-placement";

describe("ranksOfDomain", () => {
  it.each([
    ["all of a group that fits", 8, 72, 8],
    ["half of 64 ranks where 36 have room", 64, 36, 32],
    ["the largest divisor of a group larger than a rack", 128, 72, 64],
    ["one where not even one has room", 8, 0.5, 1],
  ])("counts %s", (_, ranks, places, expected) => {
    expect(ranksOfDomain(ranks, places)).toBe(expected);
  });
});
