import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import faults from "./faults.json";

/** A fault that operators found in clusters of an earlier state of the library: what fails without its repair, or why it stays. */
interface Fault {
  readonly id: string;
  readonly fault: string;
  /** Title of a test, or name of a check, and the file that holds it. */
  readonly tests?: readonly { readonly file: string; readonly name: string }[];
  /** Words of docs/limits.md that say what is left of it. */
  readonly limits?: string;
}

const root = resolve(__dirname, "../..");
const read = (path: string) => readFileSync(resolve(root, path), "utf8");
// Programs of the acceptance areas, and tests that jest finds
const RUNS = /^test\/(acceptance\/(nodes|slurm)\/.*\.py|.*\.test\.ts)$/;

/** Whether a file has the name in quotes, or as a function of a test class. */
const holds = (text: string, name: string) =>
  ['"', "`", "'"].some((quote) => text.includes(quote + name) || text.includes(name + quote)) ||
  text.includes(`def ${name}(`);

describe("each fault that was found in Slurm clusters and fleets", () => {
  const list: readonly Fault[] = faults;

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

  it("names what docs/limits.md says", () => {
    const limits = read("docs/limits.md").replace(/\s+/g, " ");
    const missing = list.filter(({ limits: words }) => words !== undefined && !limits.includes(words));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });
});
