import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";

const LIB = join(__dirname, "../../lib");

/** What a field or a check calls the ends of a range. */
const ENDS = ["min", "max", "above", "below"];

/** Values, not ranges, and ranges of different things that have one name. */
const VALUES: readonly string[] = [
  // of flow logs in Azure, and of what Prometheus keeps
  "retentiondays (max 365, min 1)",
  // least and most nodes of a pool of one
  "nodes (max 1, min 0)",
];

/** The property or variable that a call makes a value of. */
function nameOf(node: ts.Node): string | undefined {
  const of = ts.findAncestor(node.parent, (one) => ts.isPropertyAssignment(one) || ts.isVariableDeclaration(one));
  const name = of && (of as ts.PropertyAssignment | ts.VariableDeclaration).name.getText();
  // MAX_SEQUENCE_RANGE and maxSequence
  return name
    ?.replace(/_(RANGE|RULE|NUMBERS)$/, "")
    .replaceAll("_", "")
    .toLowerCase();
}

/** The range that an object literal writes in numbers; undefined for none, or for one that only says "none below 0 or 1". */
function rangeOf(node: ts.ObjectLiteralExpression): string | undefined {
  const ends = node.properties.flatMap((one) =>
    ts.isPropertyAssignment(one) && ENDS.includes(one.name.getText()) && ts.isNumericLiteral(one.initializer)
      ? [`${one.name.getText()} ${Number(one.initializer.text.replaceAll("_", ""))}`]
      : [],
  );
  return ends.length < 2 ? undefined : ends.sort().join(", ");
}

/** Ranges that a file writes, by the name of the quantity. */
function rangesIn(file: string): readonly { readonly quantity: string; readonly place: string }[] {
  const text = readFileSync(join(LIB, file), "utf8");
  if (!/\b(max|below): /.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: { quantity: string; place: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const [name, range] = [nameOf(node), rangeOf(node)];
      if (name !== undefined && range !== undefined) found.push({ quantity: `${name} (${range})`, place: file });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it("finds no range of a quantity that two files write in numbers", () => {
  const files = readdirSync(LIB, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const all = files.flatMap(rangesIn);
  expect(all.length).toBeGreaterThan(100);
  const places = new Map<string, Set<string>>();
  for (const { quantity, place } of all) places.set(quantity, (places.get(quantity) ?? new Set()).add(place));
  const twice = [...places].filter(([quantity, of]) => of.size > 1 && !VALUES.includes(quantity));
  expect(twice.map(([quantity, of]) => `${quantity}: ${[...of].join(", ")}`)).toEqual([]);
});
