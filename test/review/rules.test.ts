import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { programWords } from "../../lib/remedies/program-words";
import { rulePage } from "../../lib/review/report/rule-page";
import { findingOf } from "../../lib/review/review";
import { DOES_NOT_APPLY } from "../../lib/review/rule";
import { rules } from "../../lib/review/rules/list";
import { cases, designed } from "./designed";

const root = join(__dirname, "../..");
const ids = rules.map((rule) => rule.id);
const filesOf = (folder: string, ending: string) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((file) => file.endsWith(ending))
    .map((file) => basename(file, ending))
    .filter((name) => !["list", "README", "peers"].includes(name))
    .sort();

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

  it("are those of the table of flaws, each named once", () => {
    const page = readFileSync(join(root, "docs/flaws.md"), "utf8");
    const named = [...page.matchAll(/\]\(rules\/([a-z0-9-]+)\.md\)/g)].map(([, id]) => id!);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
    expect(named).toHaveLength(new Set(named).size);
    expect(ids.filter((id) => !named.includes(id))).toEqual([]);
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))("%s has its page up to date", (id, rule) => {
    expect(readFileSync(join(root, "docs/rules", `${id}.md`), "utf8").startsWith(rulePage(rule))).toBe(true);
  });

  it("say on which cloud a command checks what every cloud has", () => {
    const unsaid = rules.filter(({ clouds, verify }) => clouds === "all" && /^(Run |Compare )?`(aws|az) /.test(verify));
    expect(unsaid.map(({ id }) => id)).toEqual([]);
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
    const found =
      outcome === DOES_NOT_APPLY ? outcome : outcome.map((b) => findingOf(rule, b, () => ({ surface: programWords })));
    expect(found).toHaveLength(findings.length);
    expect(found).toEqual(findings.map((finding) => expect.objectContaining(finding)));
    for (const breach of found === DOES_NOT_APPLY ? [] : found) {
      expect(breach.allowed).not.toBe("");
      expect(breach.fix).not.toMatch(/undefined|NaN|\[object/);
      expect(String(breach.value)).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  it.each(Object.entries(table.doesNotApply))("does not apply to %s", (_name, design) => {
    expect(rule.check(designed(design))).toBe(DOES_NOT_APPLY);
  });
});
