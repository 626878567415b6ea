import { readFileSync } from "node:fs";
import { join } from "node:path";

const read = (path: string) => JSON.parse(readFileSync(join(__dirname, "../..", path), "utf8")) as unknown;

describe("the API reference", () => {
  it("has every entry point of the package; those of cdktn have the same constructs, and warpform/aws those of warpform", () => {
    const { exports } = read("package.json") as { readonly exports: Readonly<Record<string, string>> };
    const { entryPoints } = read("site/typedoc.json") as { readonly entryPoints: readonly string[] };
    const wanted = Object.entries(exports)
      .filter(([name]) => !/^\.\/(package\.json|cdktn.*|aws)$/.test(name))
      .map(([, file]) => file.replace("./dist/", "../").replace(/\.js$/, ".ts"));
    expect([...entryPoints].sort()).toEqual(wanted.sort());
  });
});
