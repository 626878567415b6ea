import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import ts from "typescript";
import { rules } from "../lib/review/rules/list";

const root = join(__dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

describe("the README", () => {
  it("begins with a program of at most 20 lines that synthesizes as it stands", () => {
    const [, program] = /```ts\n([\s\S]*?)```/.exec(readme)!;
    expect(program!.trim().split("\n").length).toBeLessThanOrEqual(20);
    const { outputText } = ts.transpileModule(
      program!.replace("new App()", `new App({ outdir: ${JSON.stringify(mkdtempSync(join(tmpdir(), "readme-")))} })`),
      {
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
      },
    );
    const resolve = (name: string) => require(name === "warpform" ? "../lib/index" : name) as unknown;
    expect(() => new Function("require", "exports", outputText)(resolve, {})).not.toThrow();
  });

  it("tells users of ES modules the import that Node.js finds", () => {
    const [path] = /@cdktf\/provider-aws\/lib\/provider\/[\w.]+/.exec(readme.slice(readme.indexOf("ES modules")))!;
    expect(require.resolve(path)).toMatch(/provider[/\\]index\.js$/);
  });

  it("names only scripts that package.json has", () => {
    const { scripts } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const named = [...readme.matchAll(/npm run ([a-z-]+)/g)].map((match) => match[1]!);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("says the number of all rules nowhere, nor does any page or program: it would change in each with every rule", () => {
    const said = new RegExp(
      `\\bof \\d{2,} rules\\b|\\b${rules.length} rules\\b|\\bof (all )?${rules.length}\\b|\\ball \\d{2,} rules\\b`,
    );
    for (const planted of [
      "73 of 129 rules evaluated",
      `${rules.length} rules`,
      `79 of ${rules.length}`,
      "all 141 rules",
    ])
      expect(planted).toMatch(said);
    const files = ["README.md", "llms.txt", "CONTRIBUTING.md"].map((file) => join(root, file));
    const folders = ["docs", "examples", "integrations", "lib", "schema", "site/pages", "scripts"];
    const pages = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(md|ts|mjs|py|json|ya?ml|html)$/.test(entry.name))
        .filter(({ parentPath }) => !/node_modules|catalog\/data/.test(parentPath))
        .map(({ parentPath, name }) => join(parentPath, name)),
    );
    const counting = [...files, ...pages].filter((page) => said.test(readFileSync(page, "utf8")));
    // the list of rules, which a machine writes
    expect(counting.map((page) => relative(root, page))).toEqual(["docs/rules/README.md"]);
  });

  it("quotes the example's review as it is", () => {
    // How many rules there are changes with each new rule.
    const lines = (text: string) =>
      text
        .replace(/of \d+ rules/, "of all rules")
        .trim()
        .split("\n");
    const review = lines(readFileSync(join(__dirname, "../examples/blueprints/reviews/training-16-p5.md"), "utf8"));
    const [, quoted] = /```text\n(# Design review of [\s\S]*?)```/.exec(readme)!;
    expect(lines(quoted!).filter((line) => !review.includes(line))).toEqual([]);
  });
});
