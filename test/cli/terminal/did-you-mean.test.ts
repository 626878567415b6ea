import { didYouMean } from "../../../lib/cli/terminal/did-you-mean";

describe("did-you-mean", () => {
  it.each([
    ["p5", ["g5.xlarge", "p5.48xlarge", "p5en.48xlarge"], ["p5.48xlarge", "p5en.48xlarge"]],
    ["h100", ["A100-SXM-80GB", "H100-SXM-80GB"], ["H100-SXM-80GB"]],
    ["efa-mising", ["efa-missing", "efa-unused"], ["efa-missing"]],
    ["efa", ["default-time", "efa-missing", "lustre-efa"], ["efa-missing", "lustre-efa"]],
    ["", ["p5.48xlarge"], []],
    ["quux", ["p5.48xlarge"], []],
  ])("takes %j for %j", (typed, names, meant) => {
    expect(didYouMean(typed, names)).toEqual(meant);
  });

  it("names no more than a line holds", () => {
    expect(
      didYouMean(
        "a",
        Array.from({ length: 40 }, (_, i) => `a${i}`),
      ),
    ).toHaveLength(12);
  });
});
