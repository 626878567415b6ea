import { count, counted, countedIn, duration, gib, percent, rangeOf, span, usd, watts } from "../../lib/units/quantity";

describe("count", () => {
  it.each([
    [0, "0"],
    [31.84, "31.8"],
    [999.4, "999"],
    [1000, "1,000"],
    [132_456, "132,456"],
    [Number.POSITIVE_INFINITY, "unlimited"],
  ])("writes %p as %s", (value, text) => {
    expect(count(value)).toBe(text);
  });

  it("counts one thing in the singular", () => {
    expect([counted(1, "addresses"), counted(17_292, "interfaces")]).toEqual(["1 address", "17,292 interfaces"]);
  });

  it("counts many of what a user names in the singular", () => {
    const units = ["frame", "simulated day", "study", "mesh", "ns"];
    expect(units.map((unit) => countedIn(86_400, unit))).toEqual([
      "86,400 frames",
      "86,400 simulated days",
      "86,400 studies",
      "86,400 meshes",
      "86,400 ns",
    ]);
    expect(countedIn(1, "frame")).toBe("1 frame");
  });
});

describe("units", () => {
  it("have a space before them, and change where a person would change them", () => {
    expect([duration(0.0596), duration(119), duration(120), duration(7200), duration(172_800)]).toEqual([
      "59.6 ms",
      "119 s",
      "2 min",
      "2 h",
      "2 days",
    ]);
    expect([gib(1024 ** 3), gib(1024 ** 4), watts(124_000), watts(1.2e6)]).toEqual([
      "1 GiB",
      "1 TiB",
      "124 kW",
      "1.2 MW",
    ]);
    expect([usd(2.06), usd(55_812), usd(2_064_000)]).toEqual(["2.06 USD", "55,800 USD", "2.06 million USD"]);
  });

  it.each([
    [0.000946, "0.095 %"],
    [0.00852, "0.85 %"],
    [0.0504, "5.04 %"],
    [0.5014, "50.1 %"],
  ])("gives the share %p as %s", (share, text) => {
    expect(percent(share)).toBe(text);
  });
});

describe("span", () => {
  it("names the unit once where both ends have it", () => {
    expect(span(25.8, 41, duration)).toBe("25.8–41 s");
    expect(span(1.88e6, 2.37e6, usd)).toBe("1.88–2.37 million USD");
  });

  it("names both units where they differ", () => {
    expect(span(90, 150, duration)).toBe("90 s to 2.5 min");
  });

  it("is one figure where both ends read the same", () => {
    expect(span(0.01, 0.010001, percent)).toBe("1 %");
  });

  it("follows the expected figure in parentheses", () => {
    expect(rangeOf({ low: 7, expected: 8.1, high: 9.3 }, count)).toBe("8.1 (7–9.3)");
  });
});
