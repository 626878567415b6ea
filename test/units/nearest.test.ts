import { nearest } from "../../lib/units/nearest";

describe("nearest", () => {
  it("puts the name with the fewest edits first and takes swapped letters for one edit", () => {
    expect(nearest("p5.48xlagre", ["p4d.24xlarge", "p5.48xlarge", "p5e.48xlarge"])).toEqual([
      "p5.48xlarge",
      "p5e.48xlarge",
      "p4d.24xlarge",
    ]);
  });

  it("does not care about case", () => {
    expect(nearest("P5.48XLARGE", ["p5.48xlarge"])).toEqual(["p5.48xlarge"]);
  });

  it("names nothing where nothing is near", () => {
    expect(nearest("warehouse", ["p5.48xlarge"])).toEqual([]);
  });
});
