import { ruleIds, ruleOf } from "../../lib/cli/rule-files";
import { rules } from "../../lib/review/rules/list";

describe("ruleIds", () => {
  it("names the rules of the list, no more and no fewer", () => {
    expect(ruleIds()).toEqual(rules.map(({ id }) => id).sort());
  });
});

describe("ruleOf", () => {
  it("finds every rule in the file that is named after it", () => {
    expect(rules.filter((rule) => ruleOf(rule.id) !== rule)).toEqual([]);
  });

  it.each(["list", "no-such-rule", "../rule", ""])("finds no rule named %j", (id) => {
    expect(ruleOf(id)).toBeUndefined();
  });
});
