import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The names that an index.ts exports, types too. */
function exportsOf(file: string): string[] {
  const text = readFileSync(join(__dirname, "../lib", file), "utf8");
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
    .flatMap((match) => match[1]!.split(","))
    .map((name) => name.trim().replace(/^type /, ""))
    .filter((name) => name !== "");
}

describe("the names of warpform", () => {
  it.each(["architectures/index.ts", "clouds/aws/index.ts"])("hold all of %s, each once", (file) => {
    const names = exportsOf("index.ts");
    expect(new Set(names).size).toBe(names.length);
    expect(exportsOf(file).filter((name) => !names.includes(name))).toEqual([]);
  });

  it("are of those two and of errors alone, as `npm run docs` writes them", () => {
    const own = exportsOf("index.ts").filter((name) => !["ErrorCode", "Problem", "WarpformError"].includes(name));
    const theirs = ["architectures/index.ts", "clouds/aws/index.ts"].flatMap(exportsOf);
    expect(own.filter((name) => !theirs.includes(name))).toEqual([]);
  });

  it.each(["index.ts", "clouds/aws/index.ts", "architectures/index.ts"])("are listed one by one in %s", (file) => {
    expect(readFileSync(join(__dirname, "../lib", file), "utf8")).not.toContain("export *");
  });
});

it("the declaration of Blueprint names its parts instead of spelling them out", () => {
  const report = readFileSync(join(__dirname, "../etc/blueprint.api.md"), "utf8");
  const [schema] = /export const blueprintSchema: [\s\S]*?\n\}, z\.core\.\$strict>;/.exec(report)!;
  expect(schema.split("\n").length).toBeLessThan(40);
  expect(report).toContain("export interface Blueprint extends");
});
