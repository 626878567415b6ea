import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";

const LIB = join(__dirname, "../../lib");

/** Where users find what takes props; other entry points have functions of values, which check their own. */
const ENTRIES = ["index.ts", "clouds/aws", "clouds/azure", "clouds/onprem", "clouds/anywhere", "slurm"].map((entry) =>
  entry.endsWith(".ts") ? entry : `${entry}/index.ts`,
);

/** Types of that name that no user writes, each with the reason. */
const NO_TABLE: Readonly<Record<string, string>> = {
  TrainingWorkloadOptions: "checked by sizing, with the model's own limits",
  FineTuningWorkloadOptions: "checked by sizing, with the model's own limits",
  InferenceWorkloadOptions: "checked by sizing, with the model's own limits",
  BatchWorkloadOptions: "checked by sizing, with the model's own limits",
  CapacityOptions: "of Azure, where it refuses what sources of other clouds take",
  RankOptions: "options of a function of values, which the command line fills in",
};

const parse = (file: string) =>
  ts.createSourceFile(file, readFileSync(join(LIB, file), "utf8"), ts.ScriptTarget.ES2022, true);

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (part) => visit(part, see));
}

/** Names of types that an entry point exports for what somebody writes. */
function exported(file: string): string[] {
  const names: string[] = [];
  visit(parse(file), (node) => {
    if (ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly)) names.push(node.name.text);
  });
  return names.filter((name) => /(Props|Options|Attributes)$/.test(name));
}

/** Names in the type arguments of every `Table<…>`. */
function withTable(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const file of readdirSync(LIB, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || !readFileSync(join(LIB, file), "utf8").includes("Table<")) continue;
    visit(parse(file), (node) => {
      if (!ts.isTypeReferenceNode(node) || node.typeName.getText() !== "Table") return;
      for (const argument of node.typeArguments ?? [])
        visit(argument, (part) => {
          if (ts.isIdentifier(part)) names.add(part.text);
        });
    });
  }
  return names;
}

describe("what users give", () => {
  const tables = withTable();

  it.each(ENTRIES)("has a table for each type of props that %s exports", (file) => {
    const names = exported(file);
    expect(names.filter((name) => !tables.has(name) && NO_TABLE[name] === undefined)).toEqual([]);
  });

  it("names no type as without a table that has one or is gone", () => {
    const names = ENTRIES.flatMap(exported);
    expect(Object.keys(NO_TABLE).filter((name) => tables.has(name) || !names.includes(name))).toEqual([]);
  });
});
