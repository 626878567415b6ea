import { numberOf } from "../../lib/units/number-of";

describe("numberOf", () => {
  it.each([
    ["8192", 8192],
    ["1e12", 1e12],
    ["1.5T", 1.5e12],
    ["300B", 3e11],
    ["300 b", 3e11],
    ["8k", 8000],
    ["20M", 2e7],
    ["0.5", 0.5],
  ])("reads %j as %d", (text, number) => expect(numberOf(text)).toBe(number));

  it.each(["", "many", "8kk", "1.2.3", "8 192"])("reads %j as no number", (text) => expect(numberOf(text)).toBeNaN());
});
