import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import type { AnyField, AnyTable } from "../../lib/props/field";
import { DOCUMENTED } from "../../scripts/props/tables";

const LIB = join(__dirname, "../../lib");
/** Rooms that take every default from a table. */
const ROOMS = ["slurm/definition", "clouds/aws/kubernetes/workloads", "clouds/aws/monitoring"];

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

/** Places that write the default of a prop out again: `of.rank ?? 16`, `{ rank = 16 }`. */
function repeated(file: string, defaults: ReadonlyMap<string, ReadonlySet<unknown>>): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(LIB, file), "utf8"), ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isOr = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
    const name = isOr
      ? (ts.isPropertyAccessExpression(node.left) ? node.left.name : node.left).getText()
      : ts.isBindingElement(node)
        ? (node.propertyName ?? node.name).getText()
        : undefined;
    const value = isOr
      ? literal(node.right)
      : ts.isBindingElement(node) && node.initializer && literal(node.initializer);
    if (name !== undefined && value !== undefined && defaults.get(name)?.has(value))
      found.push(`${file}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it.each(ROOMS)("the files of %s take defaults from the tables", (room) => {
  const defaults = new Map<string, Set<unknown>>();
  for (const { table } of DOCUMENTED) defaultsOf(table, defaults);
  const files = readdirSync(join(LIB, room), { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!tables?)\.ts$/.test(file),
  );
  expect(files.flatMap((file) => repeated(join(room, file), defaults))).toEqual([]);
});
