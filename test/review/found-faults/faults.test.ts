import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FAULTS } from "./faults";

const read = (file: string) => readFileSync(join(__dirname, "../../..", file), "utf8");
const limits = read("docs/limits.md").replaceAll(/\s+/g, " ");

describe("faults of the design review that users met", () => {
  it("are each held by a test, or answered in docs/limits.md", () => {
    const named = ({ tests = {} }: (typeof FAULTS)[number]) => Object.values(tests).flat();
    expect(FAULTS.filter((fault) => named(fault).length === 0 && fault.limit === undefined)).toEqual([]);
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
  });

  it.each(
    FAULTS.flatMap(({ id, tests = {} }) => Object.entries(tests).map(([file, titles]) => [id, file, titles] as const)),
  )("%s: the tests are there in %s", (_, file, titles) => {
    const text = read(file);
    expect(titles).not.toEqual([]);
    expect(titles.filter((title) => !text.includes(JSON.stringify(title)))).toEqual([]);
  });

  it.each(FAULTS.flatMap(({ id, limit }) => (limit === undefined ? [] : [[id, limit] as const])))(
    "%s: docs/limits.md says what is still so",
    (_, limit) => {
      expect(limits).toContain(limit);
    },
  );

  it.each(FAULTS.flatMap(({ id, plant }) => (plant === undefined ? [] : [[id, ...plant] as const])))(
    "%s can be put back into %s",
    (_, file, text) => {
      expect(read(file)).toContain(text);
    },
  );
});
