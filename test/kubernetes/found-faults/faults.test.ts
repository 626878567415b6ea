import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FAULTS } from "./faults";

const root = join(__dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const limits = read("docs/limits.md").replaceAll(/\s+/g, " ");

/** A title is written as a text, alone or first in a row of a table. */
const has = (text: string, title: string) => text.includes(JSON.stringify(title));

describe("faults that users met", () => {
  it("are each held by a test, or answered in docs/limits.md", () => {
    const open = FAULTS.filter(({ tests = {}, limit }) => Object.keys(tests).length === 0 && limit === undefined);
    expect(open.map(({ id }) => id)).toEqual([]);
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
  });

  it.each(
    FAULTS.flatMap(({ id, tests = {} }) => Object.entries(tests).map(([file, titles]) => [id, file, titles] as const)),
  )("%s: the tests are there in %s", (_, file, titles) => {
    expect(existsSync(join(root, file))).toBe(true);
    expect(titles.filter((title) => !has(read(file), title))).toEqual([]);
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
      expect(read(file).split(text)).toHaveLength(2);
    },
  );
});
