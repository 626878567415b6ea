import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { parse } from "yaml";
import { parseBlueprint } from "../lib/blueprint/load";

const root = join(__dirname, "..");

interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
  /** Page and line of its first line, as editors link to it. */
  readonly at: string;
}

const below = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page,
    language: match[1]!,
    text: match[2]!,
    at: `${page}:${text.slice(0, match.index).split("\n").length + 1}`,
  }));
}

const blocks = ["README.md", ...below("docs")].sort().flatMap(blocksOf);
const programs = blocks.filter(({ language }) => /^(ts|typescript)$/.test(language));
const yaml = blocks.filter(({ language }) => language === "yaml");

/** Blocks of other languages, and what holds them. */
const OTHERS: Readonly<Record<string, string>> = {
  "": "lines of a file that the program writes or a person edits",
  js: "props of the page's program",
  text: "output: test/docs.slow.test.ts and test/readme.test.ts hold it against the program",
  console: "commands: test/docs.slow.test.ts holds their names and options",
  sh: "commands: test/docs.slow.test.ts holds their names and options",
  json: "parsed below",
  mermaid: "a drawing",
};

/** Parts of a blueprint or files of other programs, by page and first line. */
const FRAGMENTS: Readonly<Record<string, string>> = {
  "docs/constructs/existing-kubernetes.md: cloud: kubernetes":
    "a blueprint of another kind: examples/any-kubernetes has whole ones",
  "docs/constructs/existing-kubernetes.md: slurm:":
    "a key of such a blueprint: examples/any-kubernetes/slurm-rke2.yaml has it",
  "docs/constructs/on-prem-cluster.md: ": "parts of a site: examples/on-premises has a whole one",
  "docs/jobs.md: workload: { kind: batch": "the workload and pool of a blueprint, laid over one below",
  "docs/pull-requests.md: on: pull_request": "GitHub's workflow: test/integrations runs the action",
  "docs/pull-requests.md: include:": "GitLab's pipeline: test/integrations runs the template",
};

const OUTPUT = 'import type { Output } from "@pulumi/pulumi";\n';
const declared = (names: Readonly<Record<string, string>>, text: string) =>
  Object.entries(names)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(text) && !new RegExp(`const ${name}\\b`).test(text))
    .map(([name, type]) => `declare const ${name}: ${type};\n`)
    .join("");

const CDK = { app: 'import("cdktf").App', stack: 'import("cdktf").TerraformStack' };

/** What a page says before its programs, for those that go on from it. */
const BEFORE: Readonly<Record<string, { readonly from: string; readonly names: Readonly<Record<string, string>> }>> = {
  "README.md": {
    from: "warpform",
    names: { ...CDK, network: 'import("warpform").ClusterNetwork', more: 'import("warpform").GpuNodePoolProps' },
  },
  "docs/azure.md": {
    from: "warpform/azure",
    names: {
      ...CDK,
      network: 'import("warpform/azure").ClusterNetwork',
      h100: 'import("warpform/azure").GpuNodePool',
      scratch: 'import("warpform/azure").LustreStorage',
      models: 'import("warpform/azure").CheckpointBucket',
    },
  },
  "docs/changing-a-live-cluster.md": { from: "warpform", names: { scratch: 'import("warpform").LustreStorage' } },
  "docs/pulumi.md": {
    from: "warpform",
    names: {
      ami: "{ id: Output<string> }",
      datasets: "{ bucket: Output<string> }",
      key: "{ arn: Output<string> }",
      reservation: "{ id: Output<string> }",
      subnet: "{ id: Output<string> }",
      vpc: "{ id: Output<string> }",
    },
  },
};
const OF_CONSTRUCTS = { from: "warpform", names: CDK };

/** Pages of Azure's constructs go on from that of Azure. */
const beforeOf = (page: string) => BEFORE[page.replace(/^docs\/azure\/.*/, "docs/azure.md")] ?? OF_CONSTRUCTS;

/** A block as a module: what its page has said before is declared, `…` among props stands for others. */
function moduleOf({ page, text }: Block): string {
  const { from, names } = beforeOf(page);
  const program = text.replaceAll("{ …,", "{ ...more,");
  const imported = new Set(
    [...program.matchAll(/import (?:type )?\{([^}]*)\}/g)].flatMap(([, list]) =>
      list!.split(",").map((name) => name.trim()),
    ),
  );
  const pulumi = page === "README.md" && program.includes('TrainingCluster("llama", {');
  const used = [...new Set(program.match(/\b[A-Z]\w+/g) ?? [])].filter(
    (name) => !imported.has(name) && publicNames(pulumi ? "warpform/pulumi" : from).has(name),
  );
  const head = used.length === 0 ? "" : `import { ${used.join(", ")} } from "${pulumi ? "warpform/pulumi" : from}";\n`;
  return `${head}${page === "docs/pulumi.md" ? OUTPUT : ""}${declared(names, program)}${program}\nexport {};\n`;
}

const publicNames = (from: string): ReadonlySet<string> => new Set(Object.keys(require(from) as object));

describe("programs on pages", () => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const texts = new Map(programs.map((block, index) => [join(root, `page-${index}.ts`), moduleOf(block)]));
  const places = new Map(programs.map((block, index) => [join(root, `page-${index}.ts`), block.at]));
  const settings = { ...options, incremental: false, tsBuildInfoFile: undefined, noUnusedLocals: false };
  const host = ts.createCompilerHost(settings);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.getSourceFile = (file, version, ...rest) =>
    texts.has(file) ? ts.createSourceFile(file, texts.get(file)!, version) : getSourceFile(file, version, ...rest);
  const program = ts.createProgram([...texts.keys()], settings, host);

  it("are many", () => expect(programs.length).toBeGreaterThan(30));

  it.each([...texts.keys()].map((file) => [places.get(file)!, file]))("%s compiles", (_, file) => {
    const source = program.getSourceFile(file);
    const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });
});

describe("YAML on pages", () => {
  const whole = yaml.filter(({ text }) => text.includes("apiVersion: warpform"));
  const parts = yaml.filter(({ text }) => !text.includes("apiVersion: warpform"));

  it.each(whole.map((block) => [block.at, block] as const))("%s is a blueprint", (_, { page, text }) => {
    expect(() => parseBlueprint([{ file: page, text }])).not.toThrow();
  });

  it("is a part of a blueprint only for a reason", () => {
    const named = ({ page, text }: Block) => Object.keys(FRAGMENTS).some((key) => `${page}: ${text}`.startsWith(key));
    const tutorial = ({ page }: Block) => page === "docs/tutorial.md";
    expect(parts.filter((block) => !named(block) && !tutorial(block)).map(({ at }) => at)).toEqual([]);
    for (const { text } of parts) expect(() => parse(text)).not.toThrow();
  });
});

describe("other blocks on pages", () => {
  const others = blocks.filter((block) => !programs.includes(block) && !yaml.includes(block));

  it("are of languages that something else holds", () => {
    expect(others.filter(({ language }) => !(language in OTHERS)).map(({ at }) => at)).toEqual([]);
  });

  it("that are JSON can be read", () => {
    for (const { text } of others.filter(({ language }) => language === "json"))
      expect(() => JSON.parse(text)).not.toThrow();
  });
});
