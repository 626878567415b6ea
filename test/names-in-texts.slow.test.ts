import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { schemaOf } from "../lib/blueprint/schema/schema-of-cloud";
import { CLOUD_NAMES } from "../lib/clouds/names";
import { DocComments } from "../scripts/props/doc-comments";
import { propRows } from "../scripts/props/prop-rows";
import { DOCUMENTED } from "../scripts/props/tables";
import { eachKey } from "./blueprint/each-key";

const lib = join(__dirname, "../lib");
const files = (readdirSync(lib, { recursive: true, encoding: "utf8" }) as string[]).filter(
  (file) => file.endsWith(".ts") && !file.includes(".generated."),
);

/** Names in texts that are neither props nor keys of blueprints, and what they are. */
const OTHERS: Readonly<Record<string, string>> = {
  // attributes of the model that no construct takes: a model made by hand and hand-written Terraform have them
  adoptedBy: "model",
  autoRecovery: "model",
  imdsV2Required: "model",
  publicAccessBlocked: "model",
  replaceUnhealthy: "model",
  secretsEncrypted: "model",
  stateProtected: "model",
  // arguments of functions of `warpform/sizing`
  cachedRead: "sizing",
  fabricBytesPerSecondPerGpu: "sizing",
  nodeNames: "sizing",
  ranksPerDomain: "sizing",
  // names of others
  enableDnsSupport: "an attribute of a VPC, as EC2 calls it",
  extendCatalog: "a function",
  inferenceRegions: "a kind of architecture",
  kW: "a unit",
  logStream: "a field of CloudWatch Logs",
  "network.vpcId": "an attribute of a network, for programs",
  vCPUs: "a unit",
  vLLM: "a server",
};

/** `a.b.c` as `a.b` and `b.c`. */
const pairsOf = (names: readonly string[]): string[] => names.slice(1).map((name, i) => `${names[i]}.${name}`);

/** Every prop of a construct and every key of a blueprint of any cloud, each by its name and with what it is in (`nodes.max`). */
function knownNames(): ReadonlySet<string> {
  const clouds = [undefined, ...Object.keys(CLOUD_NAMES)];
  const keys = clouds.flatMap((cloud) => [...eachKey(schemaOf(cloud === undefined ? {} : { cloud }))]);
  const comments = new DocComments();
  const props = DOCUMENTED.flatMap(({ table, type }) => propRows(table, type, comments));
  const paths = [...keys, ...props].map(({ path }) => path.split(/[.[\]*]+/).filter((name) => name !== ""));
  const pairs = paths.flatMap(pairsOf);
  return new Set([...paths.flat(), ...pairs]);
}

/** What the texts of errors, findings and rules are called where they are made. */
const TEXTS = ["fix", "allowed", "message", "why", "verify", "title", "reason", "choice"];
const NOTING = /(^|\.)(add|problem|problemOf|note)$/;

/** Whether a text is one of an error or of a finding, by what it is given to. */
function isSaid({ parent }: ts.Node): boolean {
  if (parent === undefined) return false;
  if (ts.isTaggedTemplateExpression(parent)) return true;
  if (ts.isPropertyAssignment(parent)) return TEXTS.includes(parent.name.getText());
  if (ts.isVariableDeclaration(parent)) return /message|text|fix/i.test(parent.name.getText());
  if (ts.isCallExpression(parent)) return NOTING.test(parent.expression.getText());
  const within =
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isBinaryExpression(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent);
  return within && isSaid(parent);
}

/** The texts of a program that people read, without the values in them. */
function textsIn(file: string, program: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && isSaid(node)) found.push(node.text);
    if (ts.isTemplateExpression(node) && isSaid(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…"));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, program, ts.ScriptTarget.Latest, true));
  return found.filter((text) => text.includes(" "));
}

/** What a path of props is not: a file, a host, a unit of systemd, an instance type, a function of PyTorch. */
const NO_PROP =
  /^torch\.|\.\d*x?large$|\.(conf|csv|json|log|yaml|yml|ts|tf|md|sh|py|com|net|io|org|html|pem|service|internal)$/;

/** Words in a text that only a prop or a key is spelled like: `rootVolumeGiB`, a path (`nodes.max`), and what is set to a value (`set nodes to 4`). */
function namesIn(said: string): string[] {
  const text = said.replaceAll(/`([^`]*)`/g, (_, code: string) => (code.includes(" ") ? "" : code)); // no commands
  const camel = text.match(/(?<![\w./"'-])[a-z]+(?:[A-Z]\w*)+/g) ?? [];
  const paths = text.match(/(?<![\w./"'@-])[a-z]\w*(?:\.[a-z]\w*)+(?![\w/(.-])/g) ?? [];
  const set = [...text.matchAll(/\b(?:set|raise|lower) (?!it )([a-z]+)(?= (?:to|of|at) [\d…"]|: ?[\d…"])/g)];
  const steps = paths.filter((path) => !NO_PROP.test(path)).flatMap((path) => pairsOf(path.split(".")));
  return [...camel, ...steps, ...set.map(([, name]) => name!)];
}

const known = knownNames();
const programs = files.map((file) => ({ file, program: readFileSync(join(lib, file), "utf8") }));
const unknownIn = (file: string, program: string): string[] =>
  textsIn(file, program).flatMap((text) =>
    namesIn(text)
      .filter((name) => !known.has(name) && !(name in OTHERS))
      .map((name) => `${file}: ${name} in "${text}"`),
  );

describe("the texts of errors and findings", () => {
  it("name only props and keys that exist", () => {
    expect(programs.flatMap(({ file, program }) => unknownIn(file, program))).toEqual([]);
  });

  it("are read wherever they are made", () => {
    const said = programs.flatMap(({ file, program }) => textsIn(file, program));
    expect(said.length).toBeGreaterThan(2000);
    const names = new Set(said.flatMap(namesIn));
    expect(Object.keys(OTHERS).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each([
    'problems.add("range", path, `${path} is too small; raise rootVolumeGib`)',
    'const rule = { fix: "set maxHourz of the partition" }',
    "const fix = say`raise ${use(2)}, or leave fabrikName out`",
    'problems.add("range", path, `${path} needs more; set nodez to ${least}`)',
    'problems.add("conflict", path, "systemNodes.max must be at least 1; raise it")',
    'problems.add("conflict", path, "nodes.maxx must be at least nodes.min; lower nodes.min")',
    'problems.add("range", path, given ? `leave it out` : `add sparesNodes`)',
  ])("would show a wrong name: %s", (program) => {
    expect(unknownIn("a.ts", program)).toHaveLength(1);
  });
});
