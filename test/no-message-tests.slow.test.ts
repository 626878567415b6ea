import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(__dirname, "../lib");
const files = (readdirSync(root, { recursive: true, encoding: "utf8" }) as string[]).filter((file) =>
  file.endsWith(".ts"),
);

/** What the texts of errors, findings and decisions are called. */
const TEXTS = ["message", "fix", "why", "allowed", "choice", "explanation", "said", "sentence"];
const TESTS = ["match", "matchAll", "includes", "replace", "replaceAll", "search", "startsWith", "endsWith", "indexOf"];

/** Programs that only say in words what went wrong, and who reads them. */
const FOREIGN: Readonly<Record<string, string>> = {
  "cli/errors-as-json.ts": "commander says wrong options in its message alone",
  "cli/missing-peer.ts": "Node.js names a package that is not installed in its message alone",
  "pulumi/program/declare-stack.ts": "cdktf throws the findings of its validations as one text",
  "clouds/common/slurm/sssd-conf.ts": "a PEM file",
  "clouds/aws/hybrid/define-hybrid.ts": "a PEM file",
  "slurm/definition/check-policy.ts": "a PEM file",
};

/** Whether an expression is such a text: `message`, `found.fix`, `plan.explanation[0]!`. */
function isText(node: ts.Expression): boolean {
  if (ts.isNonNullExpression(node) || ts.isElementAccessExpression(node) || ts.isParenthesizedExpression(node))
    return isText(node.expression);
  const name = ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : "";
  return TEXTS.includes(name);
}

/** Whether a pattern is of words, as only texts for people are: `/no layout fits/`, `" on "`. */
function isOfWords(pattern: ts.Expression | undefined): boolean {
  if (pattern === undefined || !(ts.isStringLiteralLike(pattern) || ts.isRegularExpressionLiteral(pattern)))
    return false;
  return /[a-z]{2,} [a-z]|^ [a-z]{2,}|[a-z]{2,} $|[a-z]{3,}\\s/i.test(pattern.text.replaceAll(/\[[^\]]*\]/g, ""));
}

/** Tests of texts in one program, such as `error.message.includes(`, and of any text by words that are in it. */
function textTests(file: string, program: string): string[] {
  const source = ts.createSourceFile(file, program, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression: of, name } = node.expression;
      const [first] = node.arguments;
      const byRegex = name.text === "test" || name.text === "exec";
      const tested = TESTS.includes(name.text) ? of : byRegex ? first : undefined;
      const pattern = TESTS.includes(name.text) ? first : byRegex ? of : undefined;
      if ((tested !== undefined && isText(tested)) || isOfWords(pattern))
        found.push(`${file}: ${node.getText(source).split("\n")[0]}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe("the texts of errors and findings", () => {
  it("are read by nothing in the library: what they say is data as well", () => {
    const planted = [
      'error.message.includes("EFA")',
      "/x/.test(found.fix)",
      'on.replace(" on ", ", on ")',
      "/no layout/.exec(a)",
    ];
    expect(planted.map((program) => textTests("a.ts", program))).toEqual(
      planted.map((program) => [`a.ts: ${program}`]),
    );
    const harmless = ['path.startsWith("pools.")', "/^[a-z][a-z0-9 -]*$/.test(name)", 'text.replaceAll("&", "&amp;")'];
    expect(harmless.flatMap((program) => textTests("a.ts", program))).toEqual([]);
    const programs = files.map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
    // Parsing them all would take seconds.
    const names = /\b(?:message|fix|why|allowed|choice|explanation|said|sentence)\b/;
    const words =
      /\.(?:match|includes|replace|search|startsWith|endsWith|indexOf)\w*\(\s*["'`/].* |\/\S* .*\/\w*\.(?:test|exec)\(|\\s.*\.(?:test|exec)\(/;
    const reading = programs.flatMap(([file, text]) =>
      names.test(text) || words.test(text) ? textTests(file, text) : [],
    );
    expect(reading.filter((line) => !(line.split(":")[0]! in FOREIGN))).toEqual([]);
    expect(Object.keys(FOREIGN).filter((file) => !reading.some((line) => line.startsWith(`${file}:`)))).toEqual([]);
  });
});
