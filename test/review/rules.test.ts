import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Cluster } from "../../lib/model/model";
import { type Design, designOf } from "../../lib/review/design";
import { rulePage } from "../../lib/review/report/rule-page";
import { DOES_NOT_APPLY } from "../../lib/review/rule";
import { rules } from "../../lib/review/rules/list";
import { BESIDE } from "./planted-faults";
import { type Given, given, type RuleCases } from "./rule-cases";

const root = join(__dirname, "../..");
const ids = rules.map((rule) => rule.id);
const filesOf = (folder: string, ending: string) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending))
    .filter((name) => !["list", "README", "peers"].includes(name))
    .sort();

const cases = rules.map(({ area, id }) => {
  const module = join(__dirname, "rules", area, `${id}.ts`);
  return existsSync(module) ? (require(module) as { cases: RuleCases }).cases : null;
});

/** Cases share many designs, and so the figures that are worked out once for each. */
const designs = new Map<string, Design>();
function designed(design: Given | Cluster): Design {
  const { cluster, workload } = given(design);
  const key = JSON.stringify([cluster, workload]);
  const before = designs.get(key);
  if (before !== undefined) return before;
  const after = designOf(cluster, workload);
  designs.set(key, after);
  return after;
}

describe("the rules", () => {
  it("are listed by id, each once", () => {
    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it.each(rules.map(({ id, area }) => [id, area]))("%s is in the folder of its area, %s", (id, area) => {
    expect(existsSync(join(root, "lib/review/rules", area, `${id}.ts`))).toBe(true);
  });

  it("each have a source file, a case file and a page of their id", () => {
    expect(filesOf("lib/review/rules", ".ts")).toEqual(ids);
    expect(filesOf("test/review/rules", ".ts")).toEqual(ids);
    expect(filesOf("docs/rules", ".md")).toEqual(ids);
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))("%s has its page up to date", (id, rule) => {
    expect(readFileSync(join(root, "docs/rules", `${id}.md`), "utf8").startsWith(rulePage(rule))).toBe(true);
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))("%s says everything a reader needs", (_id, rule) => {
    expect(rule.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    expect(rule.title).toMatch(/^[A-Z].{14,75}[^.]$/);
    for (const text of [rule.why, rule.fix, rule.verify]) expect(text.length).toBeGreaterThan(20);
    expect(rule.source).toMatch(/https:\/\//);
    // two dots are no JMESPath
    expect(rule.verify).not.toMatch(/--query '?\./);
  });
});

describe.each(cases.flatMap((c) => (c ? [[c.rule.id, c] as const] : [])))("%s", (_id, { rule, ...table }) => {
  it("is shown to hold, to fail and not to apply", () => {
    for (const part of [table.holds, table.fails, table.doesNotApply]) {
      expect(Object.keys(part).length).toBeGreaterThan(0);
    }
  });

  it.each(Object.entries(table.holds))("holds for %s", (_name, design) => {
    expect(rule.check(designed(design))).toEqual([]);
  });

  it.each(Object.entries(table.fails))("fails for %s", (_name, [design, findings]) => {
    const outcome = rule.check(designed(design));
    expect(outcome).toHaveLength(findings.length);
    expect(outcome).toEqual(findings.map((finding) => expect.objectContaining(finding)));
    for (const breach of outcome === DOES_NOT_APPLY ? [] : outcome) {
      expect(breach.allowed).not.toBe("");
      expect(breach.fix).not.toMatch(/undefined|NaN|\[object/);
      expect(String(breach.value)).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  it.each(Object.entries(table.doesNotApply))("does not apply to %s", (_name, design) => {
    expect(rule.check(designed(design))).toBe(DOES_NOT_APPLY);
  });
});

/** Rules that fail for a design; the quotas to request are no fault of it. */
const failing = new Map<Design, readonly string[]>();
function failsOf(design: Given | Cluster): readonly string[] {
  const known = designed(design);
  const before = failing.get(known);
  if (before !== undefined) return before;
  const failed = rules.filter((rule) => {
    const outcome = rule.check(known);
    return rule.id !== "quota-to-request" && outcome !== DOES_NOT_APPLY && outcome.length > 0;
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
