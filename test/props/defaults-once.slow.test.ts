import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import type { AnyField, AnyTable } from "../../lib/props/field";
import { DOCUMENTED } from "../../scripts/props/tables";

const LIB = join(__dirname, "../../lib");

/** Numbers and texts that a prop of that name has by default in some table. */
function defaultsOf(table: AnyTable, into = new Map<string, Set<unknown>>()): Map<string, Set<unknown>> {
  for (const [prop, field] of Object.entries<AnyField>(table)) {
    if (field.default !== undefined && typeof field.default !== "object")
      into.set(prop, new Set([...(into.get(prop) ?? []), field.default]));
    const fields = field.fields ?? field.each?.fields ?? field.other?.fields;
    if (fields !== undefined) defaultsOf(fields, into);
  }
  return into;
}

/** The value of a literal; undefined for anything else, and for the empty ones that say "none". */
function literal(node: ts.Node): unknown {
  if (ts.isStringLiteral(node) && node.text !== "") return node.text;
  return ts.isNumericLiteral(node) && Number(node.text.replaceAll("_", "")) !== 0
    ? Number(node.text.replaceAll("_", ""))
    : undefined;
}

/** The prop that a node writes a value for where it is left out, and that value: `of.rank ?? 16`, `{ rank = 16 }`, `rank: … byDefault(16)`. */
function written(node: ts.Node): readonly [string, unknown] | undefined {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return [(ts.isPropertyAccessExpression(node.left) ? node.left.name : node.left).getText(), literal(node.right)];
  if (ts.isBindingElement(node))
    return [(node.propertyName ?? node.name).getText(), node.initializer && literal(node.initializer)];
  if (ts.isCallExpression(node) && node.expression.getText() === "byDefault" && node.arguments.length === 1) {
    const of = ts.findAncestor(node, ts.isPropertyAssignment);
    if (of !== undefined) return [of.name.getText(), literal(node.arguments[0]!)];
  }
  return undefined;
}

/** Places that write the default of a prop out again. */
function repeated(file: string, defaults: ReadonlyMap<string, ReadonlySet<unknown>>): string[] {
  const text = readFileSync(join(LIB, file), "utf8");
  // parsing takes a while: files without a literal in such a place need none
  if (!/\?\?\s*["\d]|[{,]\s*(\w+: )?\w+ = ["\d]|byDefault\(["\d]/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const [name, value] = written(node) ?? [];
    if (name !== undefined && value !== undefined && defaults.get(name)?.has(value))
      found.push(`${file}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it("takes defaults from the tables in every room", () => {
  const defaults = new Map<string, Set<unknown>>();
  for (const { table } of DOCUMENTED) defaultsOf(table, defaults);
  const files = readdirSync(LIB, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!tables?)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) => repeated(file, defaults));
  expect(found).toEqual([]);
});
