import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { SLURM_FAULTS } from "./faults";

const root = resolve(__dirname, "../../..");
const read = (path: string) => readFileSync(resolve(root, path), "utf8");
// Programs of the acceptance areas, and tests that jest finds
const RUNS = /^test\/(acceptance\/(nodes|slurm)\/.*\.py|.*\.test\.ts)$/;

/** Whether a file has the name in quotes, or as a function of a test class. */
const holds = (text: string, name: string) =>
  ['"', "`", "'"].some((quote) => text.includes(quote + name) || text.includes(name + quote)) ||
  text.includes(`def ${name}(`);

describe("each fault that was found in Slurm clusters and fleets", () => {
  const list = SLURM_FAULTS;

  it("is listed once, with a test or with what is left of it", () => {
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
    expect(list.filter(({ tests, limits }) => !tests?.length && !limits).map(({ id }) => id)).toEqual([]);
  });

  it("names tests that are there", () => {
    const named = list.flatMap(({ id, tests = [] }) => tests.map((test) => ({ id, ...test })));
    const missing = named.filter(
      ({ file, name }) => !RUNS.test(file) || !existsSync(resolve(root, file)) || !holds(read(file), name),
    );
    expect(missing).toEqual([]);
  });

  it("can be planted where the repair stands in one place, to be seen by one of its own tests", () => {
    const all = list.flatMap(({ id, tests = [], planted = [] }) => planted.map((fault) => ({ id, tests, ...fault })));
    const odd = all.filter(
      ({ file, from, to, seenBy, tests }) =>
        from === to || read(file).split(from).length !== 2 || !tests.some(({ name }) => name === seenBy),
    );
    expect(odd.map(({ id }) => id)).toEqual([]);
    expect(all.length).toBeGreaterThan(60);
  });

  it("names what docs/limits.md says", () => {
    const limits = read("docs/limits.md").replace(/\s+/g, " ");
    const missing = list.filter(({ limits: words }) => words !== undefined && !limits.includes(words));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });
});
