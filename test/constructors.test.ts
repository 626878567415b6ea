import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..");
const MOST_LINES = 40;

/** Lines of each constructor of a file. */
function constructorLines(file: string): number[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const within = (node: ts.Node): number[] => {
    const own = ts.isConstructorDeclaration(node) && node.body ? [lineAt(node.end) - lineAt(node.getStart()) + 1] : [];
    const below: number[] = [];
    node.forEachChild((child) => void below.push(...within(child)));
    return [...own, ...below];
  };
  return within(source);
}

describe("the constructors of lib", () => {
  const files = readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts")).map((file) => `lib/${file}`);
  const longest = sources.flatMap((file): [string, number][] => {
    const most = Math.max(
      0,
      ...(readFileSync(join(root, file), "utf8").includes("constructor(") ? constructorLines(file) : []),
    );
    return most > MOST_LINES ? [[file, most]] : [];
  });

  it(`have at most ${MOST_LINES} lines: a definition decides, methods build`, () => {
    expect(longest).toEqual([]);
  });
});
