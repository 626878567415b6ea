import type { Cluster } from "../../lib/model/model";
import type { Design } from "../../lib/review/design";
import { DOES_NOT_APPLY } from "../../lib/review/rule";
import { rules } from "../../lib/review/rules/list";
import { cases, designed } from "./designed";
import { BESIDE } from "./planted-faults";
import type { Given, RuleCases } from "./rule-cases";

const ids = rules.map((rule) => rule.id);

/** Rules that fail for a design; the quotas to request are no fault of it, nor is what a rule only notes. */
const failing = new Map<Design, readonly string[]>();
function failsOf(design: Given | Cluster): readonly string[] {
  const known = designed(design);
  const before = failing.get(known);
  if (before !== undefined) return before;
  const failed = rules.filter((rule) => {
    const outcome = rule.check(known);
    return (
      rule.id !== "quota-to-request" &&
      outcome !== DOES_NOT_APPLY &&
      outcome.some(({ severity }) => severity !== "info")
    );
  });
  const after = failed.map((rule) => rule.id);
  failing.set(known, after);
  return after;
}

/** Of all designs where a rule holds and all where it fails, the two that differ in least: how little makes it fail. */
function purest({ rule, holds, fails }: RuleCases): { readonly inBoth: string[]; readonly withIt: string[] } {
  const pairs = Object.values(holds).flatMap((sound) =>
    Object.values(fails).map(([planted]) => {
      const inBoth = failsOf(sound).filter((id) => id !== rule.id);
      const withIt = failsOf(planted).filter((id) => id !== rule.id && !inBoth.includes(id));
      return { inBoth, withIt };
    }),
  );
  const size = (pair: (typeof pairs)[number]) => 10 * pair.inBoth.length + pair.withIt.length;
  return pairs.reduce((best, pair) => (size(pair) < size(best) ? pair : best));
}

describe("a fault planted in a sound design", () => {
  it("is shown for every rule, and what comes beside it is said of rules that there are", () => {
    expect(cases.map((c) => c?.rule.id)).toEqual(ids);
    const named = Object.entries(BESIDE).flatMap(([id, { withIt, inBoth }]) => [
      id,
      ...(withIt ?? []),
      ...(inBoth ?? []),
    ]);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each(cases.flatMap((c) => (c ? [[c.rule.id, c] as const] : [])))(
    "of %s makes this rule fail, and no other that is not named",
    (id, table) => {
      expect(purest(table)).toEqual({ inBoth: [], withIt: [], ...BESIDE[id] });
    },
  );
});
