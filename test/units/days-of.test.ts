import { daysOf } from "../../lib/units/days-of";

describe("daysOf", () => {
  it.each([
    ["60", 60],
    ["60d", 60],
    ["1 day", 1],
    ["8 weeks", 56],
    ["1.5w", 10.5],
    ["2026-12-01..2027-01-15", 45],
    ["2026-12-01 to 2026-12-02", 1],
  ])("%s is %d", (text, days) => {
    expect(daysOf(text)).toBe(days);
  });

  it.each(["2027-01-15", "soon", "", "5 months", "2026-02-30..2026-03-05"])("%j is no number of days", (text) => {
    expect(daysOf(text)).toBeNaN();
  });
});
