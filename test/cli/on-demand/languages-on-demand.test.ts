import { printedBehind } from "./printed-behind";

describe("languagesOnDemand", () => {
  it("leaves other languages than English out until one is asked for, which then works", () => {
    const loaded = "Object.keys(require.cache).some((path) => path.includes('locales/de.'))";
    const program = `
      const { z } = require("zod");
      const english = z.number().safeParse("a").error.issues[0].message; const before = ${loaded};
      const count = Object.keys(z.locales).length; z.config(z.locales.de());
      const other = z.number().safeParse("a").error.issues[0].message;
      console.log(english, "|", before, count > 40, ${loaded}, other !== english);`;
    expect(printedBehind("languages-on-demand", "languagesOnDemand", program)).toBe(
      "Invalid input: expected number, received string | false true true true",
    );
  });
});
