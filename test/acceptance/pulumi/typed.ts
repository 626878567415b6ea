// Every example as the TypeScript of a Pulumi program, held against the real types of @pulumi/aws and @pulumi/kubernetes in one
// compilation: the programs must have no error, and each input of each resource is looked up on its args type by itself.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import ts from "typescript";
import type { PlannedResource, PlannedValue, PulumiPlan } from "../../../lib/pulumi/plan/plan";
import { planStack } from "../../../lib/pulumi/plan/plan-stack";
import { checkInputs } from "./typed-inputs";
import { typedFile, typedProgram } from "./typed-program";

const folders = process.argv.slice(2);
const root = join(__dirname, "../../..");
const directory = mkdtempSync(join(tmpdir(), "warpform-typed-"));
process.on("exit", () => rmSync(directory, { recursive: true }));
symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));

const plans = new Map(
  folders.map((folder) => {
    const json = JSON.parse(readFileSync(join(folder, "cdk.tf.json"), "utf8")) as Record<string, unknown>;
    return [basename(folder), planStack(basename(folder), json)];
  }),
);
const programs = new Map([...plans].map(([stack, plan]) => [stack, typedProgram(plan)]));
const main = join(directory, "programs.ts");
writeFileSync(main, typedFile(programs));

// What the compiler must refuse, so that a check which checks nothing is seen.
const wrong = join(directory, "wrong.ts");
writeFileSync(
  wrong,
  `import { Vpc } from "@pulumi/aws/ec2/vpc";
import { LaunchTemplate } from "@pulumi/aws/ec2/launchTemplate";
import { Subnet } from "@pulumi/aws/ec2/subnet";
new Vpc("a", { cidrBlock: 5 });
new Vpc("b", { cidr_block: "10.0.0.0/16" });
new Subnet("c", { cidrBlock: "10.0.0.0/16" });
new LaunchTemplate("d", { metadataOptions: [{ httpTokens: "required" }] });
`,
);

const program = ts.createProgram([main, wrong], {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  preserveSymlinks: true,
});
const problems: string[] = [];
const complaints = (file: string) => {
  const source = program.getSourceFile(file)!;
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((diagnostic) => {
    const line = source.text.slice(0, diagnostic.start).split("\n").length;
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, " ").slice(0, 300);
    return { line, text: `line ${line} (${source.text.split("\n")[line - 1]!.slice(0, 120)}): ${text}` };
  });
};
problems.push(...complaints(main).map(({ text }) => text));
const refused = complaints(wrong).map(({ line }) => line);
if (refused.join() !== "4,5,6,7") problems.push(`the compiler refused lines ${refused.join()} of the wrong program`);

const counted = checkInputs(program.getTypeChecker(), program.getSourceFile(main)!, plans, problems);

const literal = (value: string | number) => ({ kind: "literal", value }) as const;
const fault = (address: string, module: string, name: string, args: PlannedResource["args"]): PlannedResource => ({
  ...{ address, module, name, args, mode: "managed", package: "@pulumi/aws", path: ["x"] },
  formerPaths: [],
  options: { dependsOn: [], deleteBeforeReplace: true },
});
const object = (key: string, value: PlannedValue): PlannedValue => ({ kind: "object", entries: [[key, value]] });
const faults: PulumiPlan = {
  stackName: "faults",
  locals: new Map(),
  settings: new Map(),
  outputs: new Map(),
  resources: [
    fault("a", "ec2/vpc", "Vcp", {}),
    fault("b", "ec2/vpc", "Vpc", { cidr: literal("10.0.0.0/16") }),
    fault("c", "ec2/vpc", "Vpc", { cidrBlock: literal(10) }),
    fault("d", "ec2/subnet", "Subnet", {}),
    fault("e", "ec2/launchTemplate", "LaunchTemplate", { metadataOptions: { kind: "list", items: [] } }),
    fault("f", "ec2/launchTemplate", "LaunchTemplate", { metadataOptions: object("httpToken", literal("x")) }),
    fault("g", "ec2/vpc", "Vpc", { tags: object("Name", literal(1)) }),
  ],
};
const found: string[] = [];
checkInputs(program.getTypeChecker(), program.getSourceFile(main)!, new Map([["faults", faults]]), found);
const expected = [
  "faults a: no Vcp in @pulumi/aws/ec2/vpc",
  "faults b.cidr is no property of VpcArgs",
  "faults c.cidrBlock is a number, but",
  "faults d.vpcId is required by SubnetArgs",
  "faults e.metadataOptions is a list, but",
  "faults f.metadataOptions.httpToken is no property of",
  "faults g.tags.Name is a number, but",
];
for (const [i, text] of expected.entries())
  if (found[i]?.startsWith(text) !== true) problems.push(`the check of inputs said "${found[i]}" instead of "${text}"`);
console.log(problems.slice(0, 40).join("\n") || `${counted.resources} resources, ${counted.inputs} inputs`);
process.exitCode = problems.length === 0 ? 0 : 1;
