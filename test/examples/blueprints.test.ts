import { readFileSync } from "node:fs";
import { join } from "node:path";
import { blueprintNames, blueprints, pageOf, reviewOf } from "../../scripts/blueprint-reviews";

describe.each(blueprintNames())("the example blueprint %s", (name) => {
  it("has no error or warning that it does not declare, and declares none that is not there", () => {
    const { findings, unusedSuppressions } = reviewOf(name);
    expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(unusedSuppressions).toEqual([]);
  });

  it("has its review beside it; npm run examples writes it anew", () => {
    expect(readFileSync(join(blueprints, "reviews", `${name}.md`), "utf8")).toBe(pageOf(name));
  });

  it("is one that editors can check", () => {
    const text = readFileSync(join(blueprints, `${name}.yaml`), "utf8");
    expect(text.split("\n")[0]).toBe("# yaml-language-server: $schema=../../schema/blueprint.schema.json");
  });
});
