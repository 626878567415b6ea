import { errorText } from "../../../lib/cli/terminal/error-text";

describe("errorText", () => {
  it("breaks sentences between words and keeps what fits as it is", () => {
    expect(errorText("a.yaml has 2 problems:\n  - one is short\n  - two is longer than that", 24)).toBe(
      "a.yaml has 2 problems:\n  - one is short\n  - two is longer than\n    that",
    );
  });

  it("leaves a quoted line that fits alone, blanks included", () => {
    const error = "a.yaml:3:9: no\n  3 | max:    2\n    |         ^";
    expect(errorText(error, 24)).toBe(error);
  });

  it("shows of a wider quoted line the part around its mark", () => {
    const error = `a.yaml:3:26: no\n  3 | ${"abcdefghij".repeat(5)}\n    | ${" ".repeat(25)}^`;
    expect(errorText(error, 26)).toBe("a.yaml:3:26: no\n  3 | …ghijabcdefghijabcd…\n    |           ^");
  });

  it("changes nothing where there is no terminal", () => {
    const error = `x: ${"long ".repeat(60)}`;
    expect(errorText(error, Number.POSITIVE_INFINITY)).toBe(error);
  });
});
